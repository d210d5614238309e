import { etherToWei } from '../amount'
import type { Eip1193Provider, Latchkit } from '../latchkit'
import { ACCOUNTS } from '../wallet/accounts'
import { find, findButton, findProbe } from './find'
import { busy, gate } from './readiness'
import { clearTrouble, showTrouble } from './trouble'

const CHAIN = '0x7a69'
const ASKS_EVERY_MS = 500
const ASKS_AT_MOST = 40

/** The card that sends ether on the local chain. */
export function startSending(latchkit: Latchkit): void {
  const card = find(HTMLElement, '#sending')
  const form = find(HTMLFormElement, '#send-form')
  const receiver = find(HTMLInputElement, '#receiver')
  const amount = find(HTMLInputElement, '#amount')
  const send = findButton('send')
  receiver.value ||= ACCOUNTS[1].address
  gate(latchkit, 'local chain', [send], find(HTMLElement, '#sending-reason'))
  for (const field of [receiver, amount]) field.addEventListener('input', () => judge(field, ''))

  form.addEventListener('submit', event => {
    event.preventDefault()
    const [to, wei] = [receiver.value.trim(), etherToWei(amount.value)]
    const isAddress = /^0x[0-9a-f]{40}$/i.test(to)
    judge(receiver, isAddress ? '' : 'An address is 0x and 40 letters or digits.')
    judge(amount, wei === undefined ? 'A decimal number, like 0.1.' : '')
    const provider = latchkit.getProvider('eip155')
    const from = latchkit.getAccount('eip155').address
    if (!isAddress || wei === undefined || !provider || from === undefined || send.disabled) return
    void busy(send, async () => {
      clearTrouble()
      showHash('', '')
      try {
        const value = `0x${wei.toString(16)}`
        const params = [{ from, to, value, chainId: CHAIN }]
        const hash = String(await provider.request({ method: 'eth_sendTransaction', params }))
        showHash(hash, 'Waiting for a block')
        showHash(hash, await blockOf(provider, hash))
      } catch (thrown) {
        showTrouble(card, thrown)
      }
    })
  })
}

function judge(field: HTMLInputElement, complaint: string) {
  field.setAttribute('aria-invalid', String(complaint !== ''))
  find(HTMLElement, `#${field.id}-complaint`).textContent = complaint
}

function showHash(hash: string, fate: string) {
  findProbe('hash').textContent = hash
  findProbe('receipt').textContent = fate
}

/** Where the transaction ended up. It stays sent when that cannot be learned. */
async function blockOf(provider: Eip1193Provider, hash: string): Promise<string> {
  for (let time = 0; time < ASKS_AT_MOST; time += 1) {
    const receipt = await receiptOf(provider, hash)
    if (receipt) {
      const block = BigInt(receipt.blockNumber).toString()
      return receipt.status === '0x1' ? `In block ${block}` : `Failed in block ${block}`
    }
    await new Promise(resolve => setTimeout(resolve, ASKS_EVERY_MS))
  }
  return 'Not in a block yet'
}

async function receiptOf(provider: Eip1193Provider, hash: string) {
  const call = { method: 'eth_getTransactionReceipt', params: [hash] }
  const receipt = await provider.request(call).catch(() => undefined)
  return receipt as { blockNumber: string; status: string } | null | undefined
}
