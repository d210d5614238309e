import { useState } from 'react'
import { Button } from '../../../kit/src/Button/Button.tsx'
import { Dot } from '../../../kit/src/Dot/Dot.tsx'
import { Emblem } from '../../../kit/src/Emblem/Emblem.tsx'
import { Instruction } from '../../../kit/src/Instruction/Instruction.tsx'
import { Link } from '../../../kit/src/Link/Link.tsx'
import { Picture } from '../../../kit/src/Picture/Picture.tsx'
import { ProgressRing } from '../../../kit/src/ProgressRing/ProgressRing.tsx'
import { QrCode } from '../../../kit/src/QrCode/QrCode.tsx'
import { Tabs } from '../../../kit/src/Tabs/Tabs.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import type { Handoff as HandoffState } from '../generated/Handoff.ts'
import type { Unreachable } from '../generated/Unreachable.ts'
import type { WalletPlatform } from '../generated/WalletPlatform.ts'
import { plain, prose, shorten } from '../text/format.ts'
import { useLazyText } from '../text/useText.ts'
import { AnotherWay, type PartProps } from './AnotherWay.tsx'
import { type Said, useSaid, type Way } from './handoffWords.ts'
import { useCopied } from './useCopied.ts'
import { useShown } from './useShown.ts'
import { ViewLayout } from './ViewLayout.tsx'

type HandoffProps = { view: 'ConnectingWalletConnect' | 'ConnectingWalletConnectBasic' }

/** What a code looks like before it is there. */
const SIZE = 65
const PLACE = {
  size: SIZE,
  dark: Array.from({ length: SIZE * Math.ceil(SIZE / 4) }, (_, at) => scattered(at)).join(''),
}

/** A hexadecimal digit that looks like any other. */
function scattered(at: number): string {
  const mixed = Math.imul(at + 1, 0x9e3779b1)
  return (Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 28).toString(16)
}

const PANEL = 'lk-handoff'

/** So long a press shows, where nothing may come of it. */
const TRIED_MS = 400

/**
 * A wallet that is not in this browser is reached: by a code, by a link that opens it. The code, what is said
 * and the button stay where they are from the first moment to the last.
 */
export function Handoff({ view }: HandoffProps) {
  const { titles } = useLazyText()
  const { wallet, handoff } = useShown('connect')
  if (wallet && handoff) {
    const isAny = view === 'ConnectingWalletConnectBasic'
    return <Attempt handoff={handoff} name={plain(wallet.name)} isAny={isAny} />
  }
  return (
    <ViewLayout name={view} title={titles[view]()}>
      {null}
    </ViewLayout>
  )
}

/** One that goes on. */
function Attempt({ handoff, name, isAny }: PartProps) {
  const { ConnectingWalletConnect: words, titles } = useLazyText()
  const send = useSend()
  const [tried, setTried] = useState<Unreachable>()
  const said = useSaid(handoff, name, isAny, tried)
  const copied = useCopied(handoff.uri)
  const { platform, platforms, step } = handoff
  const act = (does: Way['does']) => {
    send(does === 'showCode' ? { type: does, address: location.href } : { type: does })
    if (does !== 'retry' || step.type !== 'unreachable') return
    setTried(step.why)
    setTimeout(() => setTried(undefined), TRIED_MS)
  }
  return (
    <ViewLayout
      name={isAny ? 'ConnectingWalletConnectBasic' : 'ConnectingWalletConnect'}
      title={isAny ? titles.ConnectingWalletConnectBasic() : name}
      status={copied?.text ?? said.heard ?? false}
      top={
        platforms.length > 1 && (
          <Tabs
            label={words.tabs.label({ wallet: prose(name) })}
            tabs={platforms.map(id => ({ id, label: words.tabs[placeOf(id, platforms)]() }))}
            chosen={platform}
            onChoose={chosen => send({ type: 'choosePlatform', platform: chosen })}
            controls={PANEL}
          />
        )
      }
      foot={
        <Foot
          handoff={handoff}
          name={name}
          way={said.button.does === 'copyLink' ? { ...said.button, ...copied } : said.button}
          act={act}
        />
      }
      more={<AnotherWay handoff={handoff} name={name} isAny={isAny} />}
    >
      <div
        id={PANEL}
        className="Handoff"
        {...(platforms.length > 1 && {
          role: 'tabpanel',
          'aria-label': words.tabs[placeOf(platform, platforms)](),
        })}
      >
        <Moment handoff={handoff} name={name} isAny={isAny} said={said} />
      </div>
    </ViewLayout>
  )
}

/** What a place is called: to a phone, the one with the code is another. */
function placeOf(platform: WalletPlatform, platforms: readonly WalletPlatform[]) {
  if (platform === 'external' || platform === 'unsupported') return 'browser'
  return platform === 'qrcode' && platforms.includes('mobile') ? 'other' : platform
}

/** The code, or the wallet that a link opens, and how far it is. */
function Moment({ handoff, name, isAny, said }: PartProps & { said: Said }) {
  const words = useLazyText().ConnectingWalletConnect
  const { wallet } = useShown('connect')
  const { title, body, note, outcome, isLive, isRunning, isUncoded } = said
  const { code, platform } = handoff
  const isCode = platform === 'qrcode' && !isUncoded
  const picture = (
    <Picture
      of="wallet"
      name={name}
      src={wallet?.icon}
      isAny={isAny}
      size={isCode && isLive ? 'row' : 'large'}
    />
  )
  const ring = (
    <ProgressRing isRunning={isRunning}>
      {isUncoded ? <Emblem isLarge icon="phone" /> : picture}
      {outcome && <Dot large kind={outcome} />}
    </ProgressRing>
  )
  const label = words.code({ wallet: isAny ? words.phone() : prose(name) })
  return (
    <Instruction
      role="status"
      subject={
        isCode ? (
          <QrCode {...(code ?? PLACE)} label={label} isFaint={!isLive || !code}>
            {isLive && code ? picture : ring}
          </QrCode>
        ) : (
          ring
        )
      }
      title={title}
      body={body}
      note={note ?? ''}
    />
  )
}

type FootProps = { handoff: HandoffState; name: string; way: Way; act: (does: Way['does']) => void }

/** The one way on, in the same place whatever is said above. */
function Foot({ handoff: { platform, step, canBeHad }, name, way, act }: FootProps) {
  const words = useLazyText().ConnectingWalletConnect
  const send = useSend()
  return (
    <>
      <Button
        kind={way.isPrimary ? 'primary' : 'secondary'}
        isBusy={way.isBusy ?? false}
        isDisabled={way.isDisabled ?? false}
        onClick={() => act(way.does)}
        {...(way.icon && { icon: way.icon })}
      >
        {way.text}
      </Button>
      {platform !== 'browser' && platform !== 'web' && canBeHad && (
        <p className="guide" inert={step.type === 'takenUp' || step.type === 'settling'}>
          {words.get.question({ wallet: shorten(name) })}{' '}
          <Link onClick={() => send({ type: 'showWays' })}>{words.get.link()}</Link>
        </p>
      )}
    </>
  )
}
