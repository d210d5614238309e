import { openOnPhone } from '../../generated/fixtures/openOnPhone.ts'

export const title = 'OpenOnPhone'

export const states = {
  code: openOnPhone.code,
  any: openOnPhone.any,
}
