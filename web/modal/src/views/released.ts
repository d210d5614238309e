/** Resolves once nobody presses anything in a dialog of the page: what goes while it is pressed is not clicked. */
export async function released(): Promise<void> {
  while (isPressed()) await new Promise(requestAnimationFrame)
}

function isPressed(): boolean {
  const dialogs = [...document.querySelectorAll('latchkit-modal')]
  return dialogs.some(({ shadowRoot }) => shadowRoot?.querySelector(':active'))
}
