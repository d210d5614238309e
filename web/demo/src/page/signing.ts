import type { Latchkit } from '../latchkit'
import { utf8ToHex } from '../text'
import { find, findButton, findProbe } from './find'
import { busy, gate } from './readiness'
import { signerOf } from './signer'
import { clearTrouble, showTrouble } from './trouble'
import { typedNote } from './typedNote'

/** The card that has a message signed, and has the local chain say who signed it. */
export function startSigning(latchkit: Latchkit): void {
  const card = find(HTMLElement, '#signing')
  const message = find(HTMLTextAreaElement, '#message')
  const sign = findButton('sign')
  const signTyped = findButton('sign-typed')
  gate(latchkit, 'account', [sign, signTyped], find(HTMLElement, '#signing-reason'))

  const request = (button: HTMLButtonElement, call: (address: string) => Call, text?: string) =>
    busy(button, async () => {
      clearTrouble()
      showSignature('')
      try {
        const address = latchkit.getAccount('eip155').address ?? ''
        const signature = await latchkit.getProvider('eip155')?.request(call(address))
        showSignature(String(signature))
        if (text !== undefined) await showSigner(text, String(signature), address)
      } catch (thrown) {
        showTrouble(card, thrown)
      }
    })

  sign.addEventListener('click', () => {
    const text = message.value
    const call = (address: string) => ({
      method: 'personal_sign',
      params: [utf8ToHex(text), address],
    })
    void request(sign, call, text)
  })
  signTyped.addEventListener('click', () => {
    const call = (address: string) => ({
      method: 'eth_signTypedData_v4',
      params: [address, JSON.stringify(typedNote(message.value))],
    })
    void request(signTyped, call)
  })
}

type Call = { method: string; params: unknown[] }

function showSignature(signature: string) {
  findProbe('signature').textContent = signature
  findProbe('verified').textContent = ''
}

/** Smart accounts sign by contract, and a chain may be away: then there is just no verdict. */
async function showSigner(text: string, signature: string, address: string) {
  const signer = await signerOf(text, signature).catch(() => undefined)
  if (signer === undefined) return
  const isSame = signer.toLowerCase() === address.toLowerCase()
  findProbe('verified').textContent = isSame ? 'Signed by this account' : 'Signed by another key'
}
