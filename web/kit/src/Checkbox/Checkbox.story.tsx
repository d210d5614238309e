import { Checkbox } from './Checkbox.tsx'

export const title = 'Checkbox'

const nothing = () => {}

export const states = {
  kinds: () => (
    <>
      <Checkbox isChecked={false} onChange={nothing}>
        I agree to the Terms and the Privacy Policy.
      </Checkbox>
      <Checkbox isChecked onChange={nothing}>
        I agree to the Terms and the Privacy Policy, which have a sentence that is longer than a
        line of this panel.
      </Checkbox>
    </>
  ),
}
