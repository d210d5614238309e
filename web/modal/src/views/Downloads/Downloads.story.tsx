import { downloads } from '../../generated/fixtures/downloads.ts'

export const title = 'Downloads'

export const states = {
  all: downloads.all,
  few: downloads.few,
  here: downloads.here,
  several: downloads.several,
  phone: downloads.phone,
  computer: downloads.computer,
  nowhere: downloads.nowhere,
  web: downloads.web,
  apple: downloads.apple,
  android: downloads.android,
}
