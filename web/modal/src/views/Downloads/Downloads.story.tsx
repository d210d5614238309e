import { fixtures } from '../../generated/fixtures.ts'

export const title = 'Downloads'

export const states = {
  all: fixtures.downloads,
  few: fixtures['downloads.few'],
}
