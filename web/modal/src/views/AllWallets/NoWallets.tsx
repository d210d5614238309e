import { Button } from '../../../../kit/src/Button/Button.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { shorten } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'
import { useShown } from '../useShown.ts'

type NoWalletsProps = {
  query: string
  isCertified: boolean
  hasFailed: boolean
  onClear: () => void
  onSearchAll: () => void
  onRetry: () => void
}

/** Where no wallet is listed: why, and the way on. */
export function NoWallets(props: NoWalletsProps) {
  const text = useLazyText()
  const any = useShown('catalog').rows.find(({ kind }) => kind === 'walletConnect')?.wallet
  const send = useSend()
  const { empty, failed } = text.AllWallets
  if (props.hasFailed) {
    return (
      <StatusPanel role="alert" subject="warning" title={failed.title()} body={failed.body()}>
        <Button kind="primary" icon="refresh" onClick={props.onRetry}>
          {text.dialog.tryAgain()}
        </Button>
      </StatusPanel>
    )
  }
  const { query, isCertified } = props
  const code = isCertified ? undefined : any
  const body = code ? empty.anyBody : empty.body
  return (
    <StatusPanel
      role="status"
      subject={isCertified ? 'seal' : 'search'}
      title={query ? empty.title({ query: shorten(query) }) : empty.certifiedTitle()}
      body={isCertified ? empty.certifiedBody() : body()}
    >
      {code && (
        <Button
          kind="primary"
          icon="code"
          onClick={() => send({ type: 'connect', wallet: code.id })}
        >
          {empty.code()}
        </Button>
      )}
      <Button
        kind={code ? 'secondary' : 'primary'}
        onClick={isCertified ? props.onSearchAll : props.onClear}
      >
        {isCertified ? empty.searchAll() : empty.clear()}
      </Button>
    </StatusPanel>
  )
}
