import type { Perform } from '../../../shell/src/ops/Perform'

/** Where secrets show: text that no state of the views ever holds. */
export interface SecretPlaces {
  show: Perform<'show'>
  /** Has the secret of a slot, whenever there is one, drawn into an element. Returns the way to take it away. */
  keepPlace(slot: string, element: HTMLElement): () => void
  /** Puts the secret of a slot on the clipboard, in the turn of a click. Rejects where that cannot be. */
  copy(slot: string): Promise<void>
}

/** The places that the views keep: for the words of a wallet, or of a recovery code. */
export const secretSlots = ['words'] as const

/** How long a copied secret stays on the clipboard, where it can be taken from there. */
const clipboardMs = 60_000

/** Nothing shows yet. There is a place for each of `slots`, whether or not a view draws it now. */
export function createSecretPlaces(slots: readonly string[]): SecretPlaces {
  const texts = new Map<string, string>()
  const places = new Map<string, HTMLElement>()

  function draw(slot: string) {
    const place = places.get(slot)
    if (place) place.replaceChildren(...wordsOf(texts.get(slot)).map(item))
  }

  return {
    show({ slot, secret }, { reply }) {
      if (!slots.includes(slot))
        return reply({ type: 'failed', reason: `there is no place ${slot}` })
      if (secret === undefined) texts.delete(slot)
      else texts.set(slot, secret)
      draw(slot)
      reply({ type: 'done' })
    },
    keepPlace(slot, element) {
      places.set(slot, element)
      draw(slot)
      return () => {
        element.replaceChildren()
        if (places.get(slot) === element) places.delete(slot)
      }
    },
    async copy(slot) {
      const text = texts.get(slot)
      if (text === undefined) throw new Error('there is nothing to copy')
      await navigator.clipboard.writeText(text)
      // Where the page may not write then, whoever copied it has to think of it.
      setTimeout(() => navigator.clipboard.writeText('').catch(() => undefined), clipboardMs)
    },
  }
}

const wordsOf = (text = '') => text.split(/\s+/).filter(word => word !== '')

function item(word: string): HTMLElement {
  const [element, text] = [document.createElement('li'), document.createElement('span')]
  text.textContent = word
  element.append(text)
  return element
}
