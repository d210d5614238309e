import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import type { IconName } from '../../../../kit/src/Icon/Icon.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { QrCode } from '../../../../kit/src/QrCode/QrCode.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
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

/** What is said over the ways, by the first of them. */
const SAID = {
  browse: 'open',
  chromeStore: 'install',
  appStore: 'app',
  playStore: 'app',
  homepage: 'install',
  webapp: 'install',
} as const satisfies { [kind in WayKind]: string }

/** A wallet that is not installed, and where it can be had; or it is by now. */
export function Downloads() {
  const text = useLazyText()
  const words = text.Downloads
  const { chosen } = useShown('directory')
  const send = useSend()
  const name = plain(chosen?.wallet.name ?? text.any.wallet())
  const here = chosen?.here
  const [best, ...others] = (!here && chosen?.ways) || []
  const { code, codeUrl } = (!here && chosen) || {}
  const said = words[here ? 'here' : code ? 'scan' : best ? SAID[best.kind] : 'none']
  return (
    <ViewLayout
      name="Downloads"
      title={words.title({ wallet: name })}
      foot={<Steps name={shorten(name)} here={here} best={best} />}
    >
      <StatusPanel
        size="small"
        role="status"
        subject={
          code ? (
            <QrCode {...code} label={words.phone.code({ wallet: prose(name) })}>
              <Picture of="wallet" name={name} src={chosen?.wallet.icon} />
            </QrCode>
          ) : (
            <Picture of="wallet" name={name} src={chosen?.wallet.icon} size="large" />
          )
        }
        title={said.title({ wallet: prose(name) })}
        body={said.body({ wallet: prose(name) })}
      />
      <ul>
        {codeUrl && !code && (
          <li>
            <ListItem
              icon={<Emblem icon="phone" />}
              label={words.phone.name()}
              detail={words.phone.detail({ wallet: shorten(name) })}
              onClick={() => send({ type: 'showCode', address: filled(codeUrl) })}
            />
          </li>
        )}
        {others.map(({ kind, url }) => (
          <li key={kind}>
            <ListItem
              icon={<Emblem icon={ICONS[kind]} />}
              label={words.ways[kind].name()}
              detail={
                <>
                  {words.ways[kind].detail()}
                  <span className="unseen"> {text.dialog.newTab()}</span>
                </>
              }
              href={url}
            />
          </li>
        ))}
      </ul>
    </ViewLayout>
  )
}

type StepsProps = { name: string; here: string | undefined; best: Way | undefined }

/** The best way, and what follows once it was gone. */
function Steps({ name, here, best }: StepsProps) {
  const text = useLazyText()
  const words = text.Downloads
  const send = useSend()
  if (here !== undefined)
    return (
      <Button kind="primary" onClick={() => send({ type: 'connect', wallet: here })}>
        {words.here.connect({ wallet: name })}
      </Button>
    )
  if (!best) return null
  const isInstalled = best.kind === 'chromeStore' || best.kind === 'homepage'
  return (
    <>
      <Button kind="primary" icon="external" href={filled(best.url)}>
        {words.ways[best.kind].name({ wallet: name })}{' '}
        <span className="unseen">{text.dialog.newTab()}</span>
      </Button>
      {isInstalled && (
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
