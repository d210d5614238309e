/** How long a press is waited for. Some end where nobody hears it, as outside of the window. */
const patienceMs = 2_000

/** Resolves once nobody presses anything in a dialog of the page: what goes while it is pressed is not clicked. */
export async function released(): Promise<void> {
  const end = performance.now() + patienceMs
  while (isPressed() && performance.now() < end) await new Promise(done => setTimeout(done, 16))
}

function isPressed(): boolean {
  const dialogs = [...document.querySelectorAll('latchkit-modal')]
  return dialogs.some(({ shadowRoot }) => shadowRoot?.querySelector(':active'))
}
