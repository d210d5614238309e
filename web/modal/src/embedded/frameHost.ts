import frameCss from './Frame.css?inline'

const sheet = new CSSStyleSheet()
sheet.replaceSync(frameCss)

/** What `keep` has for a frame, on the page and drawn as that needs it; none where there is nothing. */
export function frameHost(keep: () => HTMLElement | undefined): HTMLElement | undefined {
  const host = keep()
  // A page without a place for the modal: nobody sees the frame there, but it says who comes back.
  if (host && !host.isConnected) document.body.append(host)
  const root = host?.getRootNode()
  if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(sheet)) {
    root.adoptedStyleSheets.push(sheet)
    if (host instanceof HTMLDialogElement) keepReachable(root.host as HTMLElement)
  }
  return host
}

/** A page's own modal hides what is there before it. This does not lie behind it: its dialog opens over all. */
function keepReachable(card: HTMLElement) {
  const show = () => {
    if (card.inert) card.inert = false
    if (card.ariaHidden) card.ariaHidden = null
  }
  new MutationObserver(show).observe(card, { attributeFilter: ['inert', 'aria-hidden'] })
}
