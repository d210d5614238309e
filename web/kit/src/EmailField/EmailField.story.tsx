import { EmailField } from './EmailField.tsx'

export const title = 'EmailField'

const nothing = () => {}

const field =
  (value: string, more: { isBusy?: boolean; error?: string } = {}) =>
  () => (
    <EmailField
      label="E-mail address"
      placeholder="E-mail address"
      value={value}
      onChange={nothing}
      submitLabel="Continue"
      onSubmit={nothing}
      malformed="This is no e-mail address."
      {...more}
    />
  )

export const states = {
  empty: field(''),
  typing: field('ada@'),
  fit: field('ada@example.com'),
  long: field('ada.lovelace.of.the.analytical.engine@mathematics.example.com'),
  busy: field('ada@example.com', { isBusy: true }),
  wrong: field('ada@example.con', {
    error: 'There is no mail server for this address. Check how it is written.',
  }),
}
