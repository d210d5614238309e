import { downloads } from '../../generated/fixtures/downloads.ts'

export const title = 'Downloads'

export const states = {
  all: downloads.all,
  few: downloads.few,
  here: downloads.here,
  code: downloads.code,
  apple: downloads.apple,
  android: downloads.android,
}
