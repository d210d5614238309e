import { email } from '../../generated/fixtures/email.ts'

export const title = 'Email login, in the page'

export const states = { field: email.ownField, refused: email.ownRefused }
