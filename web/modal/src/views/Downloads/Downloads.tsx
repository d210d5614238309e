import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import type { IconName } from '../../../../kit/src/Icon/Icon.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { plain } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** Where a wallet can be had, in the order in which it is offered. */
const WAYS = [
  ['chromeStore', 'extension'],
  ['appStore', 'phone'],
  ['playStore', 'phone'],
  ['homepage', 'globe'],
  ['webapp', 'wallet'],
] as const satisfies [string, IconName][]

/** The address that opens this page in a wallet's own browser. */
const here = (template: string): string =>
  template
    .replaceAll('{page}', encodeURIComponent(location.href))
    .replace('{origin}', encodeURIComponent(location.origin))

/** A wallet that is not installed, and where it can be had. */
export function Downloads() {
  const text = useLazyText()
  const words = text.Downloads
  const { chosen } = useShown('directory')
  const name = plain(chosen?.wallet.name ?? text.any.wallet())
  const ways = WAYS.flatMap(([way, icon]) => {
    const url = chosen?.[way]
    return url ? [{ way, icon, url }] : []
  })
  const said = ways.length > 0 ? words.choose : words.none
  return (
    <ViewLayout name="Downloads" title={words.title({ wallet: name })}>
      <StatusPanel
        size="small"
        subject={<Picture of="wallet" name={name} src={chosen?.wallet.icon} size="large" />}
        title={said.title()}
        body={said.body()}
      />
      <ul>
        {chosen?.browse && (
          <li>
            <ListItem
              icon={<Emblem icon="wallet" />}
              label={words.browse.name({ wallet: name })}
              detail={words.browse.detail()}
              href={here(chosen.browse)}
            />
          </li>
        )}
        {ways.map(({ way, icon, url }) => (
          <li key={way}>
            <ListItem
              icon={<Emblem icon={icon} />}
              label={words[way].name()}
              detail={
                <>
                  {words[way].detail()}
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
