import { find } from '../page/find'
import { codeIn, codeInPicture, readsPictures } from './code'

/** Where a person hands the phone a code: as text, or in a picture where the browser reads those. */
export function startPairing(pair: (code: string) => void, complain: (why: string) => void) {
  const typed = find(HTMLInputElement, '#code')
  const hint = find(HTMLElement, '#code-hint')
  const file = find(HTMLInputElement, '#picture-file')

  find(HTMLFormElement, '#pairing').addEventListener('submit', event => {
    event.preventDefault()
    const code = codeIn(typed.value)
    if (code === '') return typed.focus()
    typed.value = ''
    pair(code)
  })
  file.addEventListener('change', async () => {
    const [picture] = file.files ?? []
    file.value = ''
    if (!picture) return
    const code = await codeInPicture(picture).catch(() => undefined)
    if (code === undefined) complain('There is no code in this picture.')
    else pair(codeIn(code))
  })
  const tell = (reads: boolean) => {
    find(HTMLElement, '#picture').hidden = !reads
    hint.textContent = reads
      ? 'Paste the link that the site shows, or take a picture of its code.'
      : 'Paste the link that the site shows.'
  }
  readsPictures().then(tell, () => tell(false))
}
