import type { DotKind } from '../../../kit/src/Dot/Dot.tsx'
import type { IconName } from '../../../kit/src/Icon/Icon.tsx'
import type { ConnectStep } from '../generated/ConnectStep.ts'
import type { Handoff } from '../generated/Handoff.ts'
import type { Readers } from '../generated/Readers.ts'
import type { Unreachable } from '../generated/Unreachable.ts'
import { prose, shorten } from '../text/format.ts'
import type { FirstTexts, LazyTexts } from '../text/Texts.ts'
import { useLazyText } from '../text/useText.ts'
import { useShown } from './useShown.ts'

/** What the one button says and does. */
export interface Way {
  text: string
  does: 'retry' | 'back' | 'copyLink' | 'openWallet' | 'showWays' | 'showCode'
  icon?: IconName
  isPrimary?: boolean
  isBusy?: boolean
  isDisabled?: boolean
}

/** What is said of an attempt to reach a wallet that is not in this browser. */
export interface Said {
  title: string
  body: string
  /** How long it can still be done. */
  note?: string
  /** The same to whoever does not see it, as seldom as one wants to hear it. */
  heard?: string
  /** What came of it, if not what was hoped for. */
  outcome?: DotKind
  /** A camera may read the code. */
  isLive?: boolean
  /** There is no code of this place, only one of the page. */
  isUncoded?: boolean
  /** Somebody is waited for. */
  isRunning: boolean
  button: Way
}

/** When it is told how much is left: seconds, at most. */
const HEARD_S = [10, 60] as const

type Words = LazyTexts['ConnectingWalletConnect'] & { all: FirstTexts & LazyTexts }

/** What there is to say. A press that was just `tried` shows, whatever comes of it. */
export function useSaid(
  handoff: Handoff,
  name: string,
  isAny: boolean,
  tried: Unreachable | undefined,
): Said {
  const all = useLazyText()
  const words = { ...all.ConnectingWalletConnect, all }
  const { step } = useShown('connect')
  const wallet = isAny ? words.yours() : prose(name)
  const asked = step.type !== 'failed' && inTheWallet(words, handoff, wallet)
  if (asked) return asked
  // It needs nobody who is far away.
  if (handoff.platform === 'browser') return inThisBrowser(words, wallet)
  return (
    onTheWay(words, handoff, isAny ? undefined : wallet, tried) ??
    failed(words, step, wallet) ??
    (handoff.platform === 'qrcode'
      ? byCode(words, handoff, step, wallet, isAny)
      : byLink(words, handoff, wallet, shorten(name)))
  )
}

/** It ended before it reached the wallet, of which the name is known or not. */
function onTheWay(
  words: Words,
  { step }: Handoff,
  named: string | undefined,
  tried: Unreachable | undefined,
): Said | undefined {
  const tryAgain = { text: words.all.dialog.tryAgain(), does: 'retry', isPrimary: true } as const
  if (step.type === 'expired') {
    const { title, body, button } = words.expired
    const way = { ...tryAgain, text: button(), icon: 'refresh' } as const
    return { title: title(), body: body(), outcome: 'warning', isRunning: false, button: way }
  }
  if (step.type === 'unread') {
    const { title, body, button } = words.unread
    const way = { text: button(), does: 'showCode', isPrimary: true } as const
    return { title: title(), body: body(), isUncoded: true, isRunning: false, button: way }
  }
  const why = step.type === 'reaching' ? tried : step.type === 'unreachable' ? step.why : undefined
  if (!why) return undefined
  const { title, body } = words.unreachable[why]
  const other = { text: words.unreachable.other(), does: 'back', isPrimary: true } as const
  const trying = { ...tryAgain, text: words.unreachable.trying(), isBusy: true }
  return {
    title: named && why !== 'clock' ? words.unreachable.named({ wallet: named }) : title(),
    body: body(),
    outcome: why === 'relay' ? 'warning' : 'error',
    isRunning: false,
    button: isOfSite(why) ? other : tried ? trying : tryAgain,
  }
}

/** The site itself has to be mended: to try again is of no use. */
const isOfSite = (why: Unreachable) => why === 'origin' || why === 'key'

/** The wallet, or the person in front of it, said no. */
function failed(words: Words, step: ConnectStep, wallet: string): Said | undefined {
  if (step.type !== 'failed') return undefined
  const network = 'network' in step.error ? prose(step.error.network) : ''
  const { title, body } = words.all.ConnectingExternal.errors[step.error.type]
  return {
    title: title({ wallet, network }),
    body: body({ wallet, network }),
    outcome: 'error',
    isRunning: false,
    button: { text: words.all.dialog.tryAgain(), does: 'retry', isPrimary: true },
  }
}

/** The wallet has it. */
function inTheWallet(words: Words, { step, platform }: Handoff, wallet: string): Said | undefined {
  if (step.type !== 'takenUp' && step.type !== 'settling') return undefined
  const { title, body } = words[step.type]
  const isLink = platform !== 'qrcode' && platform !== 'browser'
  const again: Way = { text: words.link.again(), does: 'openWallet', icon: 'external' }
  const renew: Way = { text: words.expired.button(), does: 'retry', icon: 'refresh' }
  return {
    title: title({ wallet }),
    body: body({ wallet }),
    isRunning: true,
    button: { ...(isLink ? again : renew), isDisabled: step.type === 'settling' },
  }
}

function byCode(
  words: Words,
  { step, platforms, secondsLeft, readers }: Handoff,
  connect: ConnectStep,
  wallet: string,
  isAny: boolean,
): Said {
  const copy: Way = { text: words.copy(), does: 'copyLink', icon: 'copy' }
  if (step.type === 'reaching') {
    const isSlow = connect.type === 'waiting' && connect.slow
    return {
      title: words.reaching.title(),
      body: isSlow ? words.slow() : words.reaching.body(),
      isRunning: true,
      button: { ...copy, isDisabled: true },
    }
  }
  const { scan } = words
  const ofAny = readers ? readBy(words, readers) : scan.anyBody()
  const ofIt = platforms.includes('mobile') ? scan.other({ wallet }) : scan.body()
  return {
    title: isAny ? scan.any() : scan.title({ wallet }),
    body: isAny ? ofAny : ofIt,
    ...(secondsLeft !== undefined && lasting(words, secondsLeft)),
    isLive: true,
    isRunning: false,
    button: copy,
  }
}

/** How long the code can be read. */
function lasting({ left, leftAtMost }: Words, seconds: number) {
  const count = HEARD_S.find(it => seconds <= it)
  return { note: left({ count: seconds }), heard: count ? leftAtMost({ count }) : '' }
}

/** Which wallets read the code, as far as they have names. */
function readBy({ scan }: Words, { names, more }: Readers): string {
  const [wallet, other] = names.map(name => shorten(name))
  if (!wallet) return scan.some()
  if (!other) return more ? scan.oneAndMore({ wallet, count: more }) : scan.one({ wallet })
  const values = { wallet, other, count: more }
  return more ? scan.twoAndMore(values) : scan.two(values)
}

function byLink(
  words: Words,
  { uri, link, platform }: Handoff,
  wallet: string,
  short: string,
): Said {
  const { link: said } = words
  if (uri === undefined) {
    return {
      title: said.preparing.title({ wallet }),
      body: said.preparing.body(),
      isRunning: true,
      button: { text: said.preparing.button(), does: 'openWallet', isBusy: true },
    }
  }
  const step = link === 'unopened' ? 'ready' : link
  const { title, body } = said[step]
  const isTab = platform === 'web' && (step === 'ready' || step === 'unanswered')
  const copy: Way = { text: words.copy(), does: 'copyLink', icon: 'copy', isPrimary: true }
  return {
    title: title({ wallet }),
    body: isTab ? said.web[step]() : body({ wallet }),
    isRunning: link === 'opened',
    button:
      link === 'spent'
        ? copy
        : {
            text: link === 'unopened' ? said.open({ wallet: short }) : said.again(),
            does: 'openWallet',
            icon: 'external',
            isPrimary: true,
          },
  }
}

function inThisBrowser({ browser }: Words, wallet: string): Said {
  return {
    title: browser.title({ wallet }),
    body: browser.body(),
    isRunning: false,
    button: { text: browser.button(), does: 'showWays', isPrimary: true },
  }
}
