import type { ReadingKind } from '../generated/ReadingKind.ts'

const OWN = [
  'showWords',
  'newRecovery',
  'newAutomaticRecovery',
  'deleteWallet',
  'newPasskey',
  'usePasskey',
] as const satisfies ReadingKind[]

/** What it is that somebody does about their own wallet; nothing where a page asks. Its words ask all of it. */
export const ownKind = (kind: ReadingKind) => OWN.find(it => it === kind)
