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

/** What the frame shows: one view, or nothing. The page around hears how high it is. */
export function Router({ isFramed }: { isFramed: boolean }) {
  const screen = useSlice('screen')
  const signIn = useSlice('signIn')
  const settings = useSlice('settings')
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
  const wanted = isFramed ? viewOf(screen.view, signIn.step.type, settings.step) : 'Refused'
  const name = failure.report ? 'Failed' : wanted
  return (
    <main key={name} ref={measure} className="Router" data-view={name}>
      {name && <View name={name} />}
    </main>
  )
}

/** The views that ask for something and nothing else: whoever comes to them can type at once. */
const asking = ['Otp', 'Prove', 'Recover']

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
    default:
      return undefined
  }
}

const SIGNING_IN: { readonly [step in SignInStep]: Name } = {
  email: 'Email',
  device: 'Device',
  otp: 'Otp',
  opening: 'Working',
  recover: 'Recover',
}

const SETTINGS: { readonly [step in SettingsStep]: Name } = {
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
