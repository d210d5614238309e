import { useCallback } from 'react'
import type { FrameState } from '../all/state.ts'
import { Device } from './Device/Device.tsx'
import { Email } from './Email/Email.tsx'
import { Failed } from './Failed/Failed.tsx'
import { useSend, useSlice } from './frameStore.ts'
import { useLaterViews } from './LaterChunk.ts'
import type { LaterView } from './LaterView.ts'
import { Otp } from './Otp/Otp.tsx'
import { Refused } from './Refused/Refused.tsx'
import { Working } from './Working/Working.tsx'

/** A frame in a page, a window in which something is approved, or a page that somebody opened by itself. */
export type PageKind = 'frame' | 'window' | 'alone'

/** What the frame shows: one view, or nothing. The page around hears how high it is. */
export function Router({ kind }: { kind: PageKind }) {
  const screen = useSlice('screen')
  const signIn = useSlice('signIn')
  const settings = useSlice('settings')
  const emailChange = useSlice('emailChange')
  const isInWindow = useSlice('approval')?.inWindow !== undefined
  const failure = useSlice('failure')
  const send = useSend()
  // It is measured anew when another view shows, whether or not that is as high.
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (element?.dataset.view && asking.includes(element.dataset.view))
        element.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true })
      return follow(element, height => send({ type: 'measured', height }))
    },
    [send],
  )
  const wanted: { readonly [kind in PageKind]: () => Name | undefined } = {
    frame: () =>
      isInWindow && screen.view === 'ApproveTransaction'
        ? 'Review'
        : viewOf(screen.view, {
            signIn: signIn.step.type,
            settings: settings.step,
            emailChange: emailChange.step,
          }),
    window: () => (screen.review === 'open' ? 'Approve' : 'ReviewWindow'),
    alone: () => 'Refused',
  }
  const name = failure.report ? 'Failed' : wanted[kind]()
  return (
    <main key={name} ref={measure} className="Router" data-view={name}>
      {name && <View name={name} />}
    </main>
  )
}

/** The views that ask for something and nothing else: whoever comes to them can type at once. */
const asking = ['NewEmail', 'NewEmailOtp', 'Otp', 'Prove', 'Recover']

const firstViews = { Email, Otp, Device, Working, Refused, Failed }

type Name = keyof typeof firstViews | LaterView

function View({ name }: { name: Name }) {
  if (!(name in firstViews)) return <Later name={name as LaterView} />
  const First = firstViews[name as keyof typeof firstViews]
  return <First />
}

function Later({ name }: { name: LaterView }) {
  const View = useLaterViews()?.views[name] ?? Working
  return <View />
}

/** How far somebody is in each of what takes several views. */
interface Steps {
  signIn: FrameState['signIn']['step']['type']
  settings: FrameState['settings']['step']
  emailChange: FrameState['emailChange']['step']
}

/** Which view shows what the page around has room for; none where that is nothing of ours. */
function viewOf(
  view: FrameState['screen']['view'],
  { signIn, settings, emailChange }: Steps,
): Name | undefined {
  switch (view) {
    case 'ApproveTransaction':
      return 'Approve'
    case 'WalletSettings':
      return SETTINGS[settings]
    case 'EmailLogin':
    case 'EmailVerifyDevice':
    case 'EmailVerifyOtp':
      return SIGNING_IN[signIn]
    case 'UpdateEmailWallet':
    case 'UpdateEmailPrimaryOtp':
    case 'UpdateEmailSecondaryOtp':
      return emailChange === 'address' ? 'NewEmail' : 'NewEmailOtp'
    default:
      return undefined
  }
}

const SIGNING_IN: { readonly [step in Steps['signIn']]: Name } = {
  email: 'Email',
  device: 'Device',
  otp: 'Otp',
  choose: 'Choose',
  code: 'Factor',
  opening: 'Working',
  recover: 'Recover',
}

const SETTINGS: { readonly [step in Steps['settings']]: Name } = {
  overview: 'Settings',
  code: 'Factor',
  words: 'Words',
  prove: 'Prove',
}

/** Tells how high an element is, from now on and whenever that changes. */
function follow(element: HTMLElement | null, tell: (height: number) => void) {
  if (!element) return
  const sizes = new ResizeObserver(() => tell(Math.ceil(element.getBoundingClientRect().height)))
  sizes.observe(element)
  return () => sizes.disconnect()
}
