import { find } from './find'

const NARROW = '(width < 560px)'

/** Beside the site's name there is no room for the balance on a phone; the card below shows it. */
export function fitHeader(): void {
  const button = find(HTMLElement, '.Top latchkit-button')
  const narrow = matchMedia(NARROW)
  const place = () => {
    if (narrow.matches) button.setAttribute('balance', 'hide')
    else button.removeAttribute('balance')
  }
  narrow.addEventListener('change', place)
  place()
}
