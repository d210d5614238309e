import { draw, drawCustom } from '../draw'
import { find } from './find'

/** As the window of a phone: no wider than one, and beside the site. */
const WINDOW = 'popup,width=392,height=780'

/**
 * The dev phone, in a window of its own, or in a frame beside the modal. A dialog would keep everybody from
 * a phone that is in the same page, so the modal then has a place in the page.
 */
export function startPhone(serverUrl: string, isBeside: boolean) {
  const url = `${serverUrl}/dev/wallet/`
  const link = draw(
    'a',
    { class: 'Button', href: url, target: '_blank', 'data-testid': 'phone-window' },
    'Open it',
  )
  link.addEventListener('click', event => {
    if (window.open(url, 'dev-phone', WINDOW)) event.preventDefault()
  })
  const address = new URL(location.href)
  if (isBeside) address.searchParams.delete('phone')
  else address.searchParams.set('phone', '1')
  const toggle = draw(
    'a',
    { class: 'Button wide-only', href: address.href, 'data-testid': 'phone-beside' },
    isBeside ? 'Hide it' : 'Show it here',
  )
  find(HTMLElement, '#phone-ways').append(link, toggle)
  if (!isBeside) return
  document.body.classList.add('beside')
  // The phone stays in sight alone.
  find(HTMLElement, '.column').append(find(HTMLElement, '.Wallets'))
  const handset = find(HTMLElement, '#handset')
  handset.append(draw('iframe', { src: url, title: 'Dev phone' }))
  handset.hidden = false
  const place = find(HTMLElement, '#place')
  place.append(drawCustom('latchkit-modal'))
  place.hidden = false
}
