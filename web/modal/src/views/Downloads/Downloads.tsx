import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import type { IconName } from '../../../../kit/src/Icon/Icon.tsx'
import { Instruction } from '../../../../kit/src/Instruction/Instruction.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import type { Chosen } from '../../generated/Chosen.ts'
import type { Here } from '../../generated/Here.ts'
import type { Reach } from '../../generated/Reach.ts'
import type { Way } from '../../generated/Way.ts'
import type { WayKind } from '../../generated/WayKind.ts'
import { plain, prose, shorten } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

const ICONS: { readonly [kind in WayKind]: IconName } = {
  browse: 'wallet',
  chromeStore: 'extension',
  appStore: 'phone',
  playStore: 'phone',
  homepage: 'globe',
  webapp: 'wallet',
}

const STORES: readonly WayKind[] = ['chromeStore', 'appStore', 'playStore']

/** A wallet that is not installed, and how it comes to this page; or it is here by now. */
export function Downloads() {
  const text = useLazyText()
  const words = text.Downloads
  const { chosen } = useShown('directory')
  const send = useSend()
  const here = chosen?.here
  // Who is here is called what it calls itself, whatever the directory says.
  const wallet = here?.type === 'one' ? here.wallet : chosen?.wallet
  const name = plain(wallet?.name ?? text.any.wallet())
  const reach = here?.type ?? chosen?.reach ?? 'nowhere'
  const said = words[reach]
  const showCode = () => send({ type: 'showCode', address: filled(chosen?.codeUrl ?? '') })
  const isToInstall = reach === 'install' || reach === 'site'
  return (
    <ViewLayout
      name="Downloads"
      title={isToInstall ? words.title({ wallet: name }) : name}
      foot={<Steps name={shorten(name)} reach={reach} showCode={showCode} />}
      more={!here && <OtherWays reach={reach} showCode={showCode} />}
    >
      <Instruction
        role="status"
        subject={<Picture of="wallet" name={name} src={wallet?.icon} size="large" />}
        title={said.title({ wallet: prose(name) })}
        body={said.body({ wallet: prose(name) })}
      />
    </ViewLayout>
  )
}

/** What else leads there, a phone that has it first. */
function OtherWays({ reach, showCode }: Omit<StepsProps, 'name'>) {
  const words = useLazyText().Downloads.phone
  const { chosen } = useShown('directory')
  return (
    <ul>
      {reach === 'install' && chosen?.codeUrl && (
        <li>
          <ListItem
            icon={<Emblem icon="phone" />}
            label={words.name()}
            detail={words.detail()}
            hasChevron
            onClick={showCode}
          />
        </li>
      )}
      {chosen &&
        waysBeside(chosen).map(way => (
          <li key={way.kind}>
            <WayRow {...way} />
          </li>
        ))}
    </ul>
  )
}

/** The ways beside the best one; where the wallet cannot be used there is none, and nothing to install in vain. */
function waysBeside({ ways, reach }: Chosen): Way[] {
  if (reach === 'phone') return ways
  const isOfUse = reach !== 'computer' && reach !== 'nowhere'
  return isOfUse ? ways.slice(1) : ways.filter(({ kind }) => !STORES.includes(kind))
}

/** A way beside the best. */
function WayRow({ kind, url }: Way) {
  const text = useLazyText()
  const words = text.Downloads.ways[kind]
  return (
    <ListItem
      icon={<Emblem icon={ICONS[kind]} />}
      label={words.name()}
      detail={
        <>
          {words.detail()}
          <span className="unseen"> {text.dialog.newTab()}</span>
        </>
      }
      href={url}
    />
  )
}

type StepsProps = { name: string; reach: Reach | Here['type']; showCode: () => void }

/** The best way, and what follows once it was gone; where there is none, the way back. */
function Steps({ name, reach, showCode }: StepsProps) {
  const text = useLazyText()
  const words = text.Downloads
  const { here, ways = [] } = useShown('directory').chosen ?? {}
  const send = useSend()
  const [best] = ways
  if (here?.type === 'one')
    return (
      <Button kind="primary" onClick={() => send({ type: 'connect', wallet: here.wallet.id })}>
        {words.one.connect({ wallet: name })}
      </Button>
    )
  if (here)
    return (
      <Button kind="primary" onClick={() => send({ type: 'show', view: 'Connect' })}>
        {words.several.show()}
      </Button>
    )
  if (reach === 'phone')
    return (
      <Button kind="primary" onClick={showCode}>
        {words.phone.show()}
      </Button>
    )
  if (!best || reach === 'computer' || reach === 'nowhere')
    return (
      <Button kind="primary" onClick={() => send({ type: 'back' })}>
        {words.other()}
      </Button>
    )
  return (
    <>
      <Button kind="primary" icon="external" href={filled(best.url)}>
        {words.ways[best.kind].name({ wallet: name })}{' '}
        <span className="unseen">{text.dialog.newTab()}</span>
      </Button>
      {reach !== 'open' && (
        <Button onClick={() => send({ type: 'reloadPage' })}>{words.install.done()}</Button>
      )}
    </>
  )
}

/** The address that opens this page in a wallet's own browser; see {@link Way}. */
function filled(url: string): string {
  const { href, origin, protocol } = location
  const page = encodeURIComponent(href)
  const places: { readonly [name: string]: string } = {
    page,
    twice: encodeURIComponent(page),
    bare: href.slice(protocol.length + 2),
    origin: encodeURIComponent(origin),
  }
  // In one pass: what is filled in may look like a place itself.
  return url.replace(/{(\w+)}/g, (place, name) => places[name] ?? place)
}
