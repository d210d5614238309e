/**
 * A wallet's icon goes all the way with whoever connects: from its row into the ring where one waits, and
 * from there into the page's button. One object, 150 ms a step; where motion is not wanted, views fade.
 */

const CURVE = 'cubic-bezier(.2, 0, 0, 1)'
const STEP_MS = 150
const ICON_PX = 72
const RING = '.ProgressRing .Picture.wallet'

const sheet = new CSSStyleSheet()
sheet.replaceSync(`:host {
  position: fixed;
  inset-block-start: 0;
  inset-inline-start: 0;
  inline-size: ${ICON_PX}px;
  block-size: ${ICON_PX}px;
  transform-origin: 0 0;
  pointer-events: none;
}`)

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches
/** From Firefox 125 on. */
const hasTopLayer = 'popover' in HTMLElement.prototype

let from: DOMRect | undefined

/** The view goes: where the icon of the row is that was pressed. */
export function takeOff(view: HTMLElement): void {
  const pressed = (view.getRootNode() as ShadowRoot).activeElement
  const isRow = pressed instanceof HTMLElement && pressed.dataset.wallet !== undefined
  from = isRow ? pressed.querySelector('.Picture')?.getBoundingClientRect() : undefined
}

/** Another view is there: the icon comes into its ring from where it was. */
export function comeIn(view: HTMLElement): void {
  const icon = view.querySelector(RING)
  const start = from
  from = undefined
  if (!start || !icon || isStill()) return
  // The view stays in its place while the icon comes.
  view.dataset.motion = 'flight'
  icon.animate(
    { transform: [placeFrom(icon.getBoundingClientRect(), start), 'none'] },
    { duration: STEP_MS, easing: CURVE },
  )
}

/** The dialog closes over a connection: the icon goes into the button that shows the account. */
export function land(view: HTMLElement): void {
  const icon = view.querySelector(RING)
  const home = homeOf()
  if (icon && home && hasTopLayer && !isStill()) fly(icon, home)
}

/** A button of the page that one sees, and where the account's face is on it. */
interface Home {
  button: Element
  face: DOMRect
}

/** What draws something at `to` as if it were at `from`. */
const placeFrom = (to: DOMRect, from: DOMRect) =>
  `translate(${from.x + from.width / 2 - to.x - to.width / 2}px, ${
    from.y + from.height / 2 - to.y - to.height / 2
  }px) scale(${from.width / to.width})`

function homeOf(): Home | undefined {
  const buttons = [...document.querySelectorAll('latchkit-button, latchkit-account-button')]
  const homes = buttons.flatMap(button => {
    const face = button.shadowRoot?.querySelector('.Avatar')?.getBoundingClientRect()
    return face ? { button, face } : []
  })
  return homes.find(
    ({ face: { x, y, width, bottom, right } }) =>
      width > 0 && x > 0 && y > 0 && bottom < innerHeight && right < innerWidth,
  )
}

/** The icon leaves the card, which fades without it, on top of everything. */
function fly(icon: Element, { button }: Home) {
  const { x, y } = icon.getBoundingClientRect()
  const flyer = flyerOf(icon)
  const duration = STEP_MS / 0.65
  icon.animate({ opacity: [0, 0] }, duration)
  const way = new KeyframeEffect(flyer, [], { duration, easing: CURVE, fill: 'forwards' })
  // The button grows about now: its balance comes.
  const sizes = new ResizeObserver(aim)
  function aim() {
    const home = homeOf()
    if (!home) return
    const landing = `translate(${home.face.x}px, ${home.face.y}px) scale(${home.face.width / ICON_PX})`
    way.setKeyframes([
      { transform: `translate(${x}px, ${y}px)`, opacity: 1 },
      { transform: landing, opacity: 1, offset: 0.65 },
      { transform: landing, opacity: 0 },
    ])
  }
  aim()
  sizes.observe(button)
  const flight = new Animation(way)
  flight.onfinish = () => {
    sizes.disconnect()
    flyer.remove()
  }
  flight.play()
}

/** A copy of the icon in the top layer, at the upper left corner of the window. */
function flyerOf(icon: Element): HTMLElement {
  const root = icon.getRootNode() as ShadowRoot
  const flyer = document.createElement('latchkit-flight')
  flyer.popover = 'manual'
  flyer.ariaHidden = 'true'
  flyer.dir = 'ltr'
  flyer.style.colorScheme = getComputedStyle(root.host).colorScheme
  const shadow = flyer.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  shadow.append(icon.cloneNode(true))
  document.body.append(flyer)
  flyer.showPopover()
  return flyer
}
