import { CodeFields } from './CodeFields.tsx'

export const title = 'CodeFields'

const nothing = () => {}

const fields =
  (value: string, more: { isBusy?: boolean; error?: string } = {}) =>
  () => (
    <CodeFields
      label="Code"
      value={value}
      onChange={nothing}
      onComplete={nothing}
      busyLabel="Checking the code…"
      {...more}
    />
  )

export const states = {
  empty: fields(''),
  some: fields('123'),
  busy: fields('123456', { isBusy: true }),
  wrong: fields('', { error: 'The code is wrong or no longer good.' }),
}
