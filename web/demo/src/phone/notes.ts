import { drawBanner } from '../approval/banner'
import { draw } from '../draw'
import { find } from '../page/find'
import type { Phone } from './generated/Phone'
import type { PhoneFault } from './generated/PhoneFault'
import type { Unreachable } from './generated/Unreachable'

/** Something that a person should know: what it is, and what to do. */
export type Note = readonly [cause: string, advice: string]

const FAULTS: { readonly [Fault in PhoneFault]: Note } = {
  notCode: [
    'This is no code of a site.',
    'It begins with wc: and is copied where the site shows it.',
  ],
  oldVersion: [
    'This code is of an old version.',
    'Version 1 was switched off in 2023: the site has to be newer.',
  ],
  brokenCode: ['Part of this code is missing or wrong.', 'Copy all of it.'],
  expiredCode: ['This code has expired.', 'Let the site show a new one.'],
  unanswered: ['The code has expired.', 'Nothing was connected. Let the site show a new one.'],
  unreadable: ['What the site proposes cannot be read.', 'Nothing was connected.'],
  gone: ['That is over.', 'The site has stopped waiting for it.'],
}

const UNREACHABLE: { readonly [Why in Unreachable]: Note } = {
  relay: ['The relay cannot be reached.', 'It is tried again, and nothing is lost meanwhile.'],
  origin: ['The relay does not serve this phone.', 'Its operator decides that.'],
  clock: [
    'The clock of this device is off.',
    'The relay takes nobody whose time it doubts: set it.',
  ],
  key: ['The relay does not know this project.', 'Its operator decides that.'],
}

/** Shows what the phone says of itself, and what happened last. */
export function drawNotes({ fault, unreachable, isPairing }: Phone, happened: Note | undefined) {
  const waits = draw('p', { class: 'hint' }, 'The code is read. Waiting for the site…')
  const notes = [unreachable && UNREACHABLE[unreachable], fault && FAULTS[fault], happened]
  const banners = notes.flatMap(note => (note ? [drawBanner(...note)] : []))
  find(HTMLElement, '#notes').replaceChildren(...banners, ...(isPairing ? [waits] : []))
}
