import { Entry } from '../../../../kit/src/Entry/Entry.tsx'
import { SkeletonEntries } from '../../../../kit/src/EntrySkeleton/EntrySkeleton.tsx'
import { Picture } from '../../../../kit/src/Picture/Picture.tsx'
import type { Account } from '../../generated/Account.ts'
import type { Balance } from '../../generated/Balance.ts'
import type { TokensRead } from '../../generated/TokensRead.ts'
import { isolate, plain } from '../../text/format.ts'
import { dollarText, priceText, quantityText } from '../../text/money.ts'
import { useLocale, useSpendText } from '../../text/useText.ts'
import { EmptyTab, NotRead, Unlisted } from '../tabStates.tsx'
import { useAccounts } from '../useAccounts.ts'
import { hasFailed, useHeld } from '../useHeld.ts'

/** What the account holds, what is worth most first. */
export function AccountTokens() {
  const words = useSpendText().AccountTokens
  const { account } = useAccounts()
  const { read, step } = useHeld('tokens')
  if (step === 'unknown') return <Unlisted text={words.unlisted} />
  if (!read) {
    if (!hasFailed(step)) return <SkeletonEntries count={4} />
    const { title, body } = words.failed
    return <NotRead title={title()} body={body()} isBusy={step === 'again'} />
  }
  const held = withNative(read, account)
  if (held.length === 0 && read.isWhole) {
    return (
      <EmptyTab
        icon="wallet"
        title={words.empty.title}
        body={words.empty.body()}
        receive={words.empty.receive()}
      />
    )
  }
  return (
    <div className="AccountTokens">
      {!read.isWhole && <p className="listNote">{words.partial()}</p>}
      <ul>
        {held.map(balance => (
          <li key={`${balance.chainId} ${balance.address}`}>
            <Token {...balance} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Whoever lists nothing may still know nothing of the native currency: what its node says goes before. */
function withNative({ balances }: TokensRead, account: Account | undefined): Balance[] {
  const { balance = '0', balanceAtMs, balanceSymbol: symbol = '', chain = '' } = account ?? {}
  if (balances.length > 0 || !balanceAtMs || Number(balance) === 0) return balances
  const quantity = { decimals: '0', numeric: balance }
  return [{ name: symbol, symbol, chainId: chain, quantity, iconUrl: '' }]
}

function Token({ name, symbol, iconUrl, price, value, quantity }: Balance) {
  const { unknown, price: each, value: worth } = useSpendText().AccountTokens
  const { tag } = useLocale()
  return (
    <Entry
      icon={<Picture of="network" name={name || symbol} src={iconUrl} />}
      label={plain(name || symbol)}
      detail={
        price === undefined ? (
          <Dash said={unknown.price()} />
        ) : (
          <Sum said={each()}>{priceText(tag, price)}</Sum>
        )
      }
      value={
        value === undefined ? (
          <Dash said={unknown.value()} />
        ) : (
          <Sum said={worth()}>{dollarText(tag, value)}</Sum>
        )
      }
      note={
        <bdi dir="ltr">
          {quantityText(tag, quantity.numeric)} {isolate(symbol)}
        </bdi>
      }
    />
  )
}

/** Two sums stand in a row: whoever does not see where is told which is which. */
function Sum({ said, children }: { said: string; children: string }) {
  return (
    <>
      <span className="unseen">{said} </span>
      <bdi dir="ltr">{children}</bdi>
    </>
  )
}

/** What nobody knows is no number. */
function Dash({ said }: { said: string }) {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="unseen">{said}</span>
    </>
  )
}
