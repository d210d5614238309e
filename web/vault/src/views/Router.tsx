import { useCallback } from 'react'
import type { FrameState } from '../all/state.ts'
import { comeTo } from './comeTo.ts'
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
  const isInWindow = useSlice('approval')?.inWindow !== undefined
  const failure = useSlice('failure')
  const send = useSend()
  // It is measured anew when another view shows, whether or not that is as high.
  const measure = useCallback(
    (element: HTMLElement | null) => follow(element, height => send({ type: 'measured', height })),
    [send],
  )
  const wanted: { readonly [kind in PageKind]: () => Name | undefined } = {
    frame: () =>
      isInWindow && screen.view === 'ApproveTransaction'
        ? 'Review'
        : viewOf(screen.view, signIn.step.type, settings.step),
    window: () => (screen.review === 'open' ? 'Approve' : 'ReviewWindow'),
    alone: () => 'Refused',
  }
  const name = failure.report ? 'Failed' : wanted[kind]()
  // Two codes are asked for one after the other, and each is come to.
  const key = name === 'NewEmailOtp' ? screen.view : name
  return (
    <main key={key} ref={measure} className="Router" data-view={name}>
      {name && <View name={name} />}
    </main>
  )
}

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

type SignInStep = FrameState['signIn']['step']['type']
type SettingsStep = FrameState['settings']['step']

/** Which view shows what the page around has room for; none where that is nothing of ours. */
function viewOf(
  view: FrameState['screen']['view'],
  signIn: SignInStep,
  settings: SettingsStep,
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
      return 'NewEmail'
    case 'UpdateEmailPrimaryOtp':
    case 'UpdateEmailSecondaryOtp':
      return 'NewEmailOtp'
    default:
      return undefined
  }
}

const SIGNING_IN: { readonly [step in SignInStep]: Name } = {
  email: 'Email',
  device: 'Device',
  otp: 'Otp',
  choose: 'Choose',
  code: 'Factor',
  opening: 'Working',
  recover: 'Recover',
}

const SETTINGS: { readonly [step in SettingsStep]: Name } = {
  overview: 'Settings',
  code: 'Factor',
  words: 'Words',
  prove: 'Prove',
  recover: 'Recover',
}

/** Has people come to a view, and tells how high it is, from now on and whenever that changes. */
function follow(view: HTMLElement | null, tell: (height: number) => void) {
  if (!view) return
  const come = () => comeTo(view)
  const sizes = new ResizeObserver(() => {
    tell(Math.ceil(view.getBoundingClientRect().height))
    // Nobody is taken out of the page around, nor to the field that stands in a list there.
    if (document.hasFocus() && view.dataset.view !== 'Email') come()
  })
  sizes.observe(view)
  addEventListener('focus', come)
  return () => {
    sizes.disconnect()
    removeEventListener('focus', come)
  }
}
