import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import { ListItem } from '../../../../kit/src/ListItem/ListItem.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import type { ConnectError } from '../../generated/ConnectError.ts'
import type { ConnectStep } from '../../generated/ConnectStep.ts'
import { plain, prose } from '../../text/format.ts'
import type { FirstTexts } from '../../text/Texts.ts'
import { useText } from '../../text/useText.ts'
import { useShown } from '../useShown.ts'
import { WalletRequest } from '../WalletRequest.tsx'

type Words = FirstTexts['ConnectingExternal']

/** A wallet has been asked to connect. */
export function ConnectingExternal() {
  const words = useText().ConnectingExternal
  const { wallet, step } = useShown('connect')
  const send = useSend()
  const name = plain(wallet?.name ?? '')
  const error = step.type === 'failed' ? step.error : undefined
  const { title, body, use } = error
    ? sayError(words, prose(name), error)
    : sayWaiting(words, prose(name), step)
  return (
    <WalletRequest
      view="ConnectingExternal"
      of="wallet"
      name={name}
      src={wallet?.icon}
      said={title}
      body={body}
      quote={error?.type === 'wallet' ? words.detail(error) : undefined}
      wallet={name}
      other={use ? { text: use, act: () => send({ type: 'stayOnNetwork' }) } : undefined}
      more={
        wallet?.isReached && (
          <ListItem
            icon={<Emblem icon="phone" />}
            label={words.phone()}
            hasChevron
            onClick={() => send({ type: 'choosePlatform', platform: 'qrcode' })}
          />
        )
      }
      outcome={error && (error.type === 'pending' ? 'warning' : 'error')}
    />
  )
}

/** What is said, and on the button that uses the network where the wallet is. */
type Said = { title: string; body: string; use?: string }

function sayWaiting({ waiting, switching, slow }: Words, wallet: string, step: ConnectStep): Said {
  const network = step.type === 'waiting' && step.switching
  const said = step.type === 'waiting' && step.slow ? slow : network ? switching : waiting
  return {
    title: waiting.title({ wallet }),
    body: said.body({ wallet, network: prose(network || '') }),
  }
}

function sayError({ errors, stays }: Words, wallet: string, error: ConnectError): Said {
  const network = 'network' in error ? prose(error.network) : ''
  if ('network' in error && error.staysOn) {
    const values = { wallet, network, here: prose(error.staysOn) }
    return { title: stays.title(values), body: stays[error.type](values), use: stays.use(values) }
  }
  const said = errors[error.type]
  return { title: said.title({ wallet, network }), body: said.body({ wallet, network }) }
}
