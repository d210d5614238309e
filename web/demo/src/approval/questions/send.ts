import { weiToEther } from '../../amount'
import { draw } from '../../draw'
import type { Question, Transaction } from '../../wallet/messages'
import { askNode } from '../../wallet/node'
import { drawAccount, drawWholeAddress, ownName } from '../address'
import { drawBanner } from '../banner'
import type { Drawn } from '../drawn'
import { drawFacts, drawLater } from '../facts'
import { balanceOf, estimatedEther, listedEther } from '../money'

type Send = Extract<Question, { kind: 'send' }>

export function drawSend({ chain, transaction }: Send): Drawn {
  const { from, to, data = '0x' } = transaction
  const value = BigInt(transaction.value ?? '0x0')
  const fee = feeOf(transaction)
  const after = Promise.all([balanceOf(from), fee]).then(
    ([balance, cost]) => balance - value - cost,
  )
  const bytes = (data.length - 2) / 2
  const shownAfter = after.then(wei => (wei < 0n ? 'not enough' : `${listedEther(wei)} ETH`))
  return {
    asks: 'asks you to send',
    body: [
      drawAmount(`${weiToEther(value)}`, chain.symbol),
      draw('div', { class: 'Receiver' }, ...drawReceiver(to)),
      ...(bytes > 0
        ? [drawBanner('It also calls a contract.', `What its ${bytes} bytes do is unknown.`)]
        : []),
      drawFacts(
        ['From', drawAccount(from)],
        ['Network fee', drawLater(fee.then(wei => `about ${estimatedEther(wei)} ETH`))],
        ['Balance after', drawLater(shownAfter)],
        ['Network', chain.name],
      ),
    ],
  }
}

function drawReceiver(to: string | undefined): Node[] {
  if (to === undefined) return [draw('p', { class: 'label' }, 'Creates a contract')]
  const name = ownName(to)
  const tag = name === undefined ? undefined : draw('span', { class: 'Tag' }, name)
  return [draw('p', { class: 'label' }, 'To', tag), drawWholeAddress(to)]
}

/** Exact, however long: a long amount is set smaller, never cut. */
function drawAmount(amount: string, symbol: string): HTMLElement {
  const isLong = amount.length > 9
  return draw(
    'h2',
    { class: isLong ? 'Amount long' : 'Amount' },
    draw('bdi', {}, amount),
    ` ${symbol}`,
  )
}

/** What it will cost in wei, as the node estimates now. */
async function feeOf(transaction: Transaction): Promise<bigint> {
  const [gas, price] = await Promise.all([
    askNode('eth_estimateGas', [transaction]),
    askNode('eth_gasPrice', []),
  ])
  return BigInt(String(gas)) * BigInt(String(price))
}
