import { Button } from '../../../../kit/src/Button/Button.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { shorten } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'

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
  return (
    <StatusPanel
      role="status"
      subject={isCertified ? 'seal' : 'search'}
      title={query ? empty.title({ query: shorten(query) }) : empty.certifiedTitle()}
      body={isCertified ? empty.certifiedBody() : empty.body()}
    >
      <Button kind="primary" onClick={isCertified ? props.onSearchAll : props.onClear}>
        {isCertified ? empty.searchAll() : empty.clear()}
      </Button>
    </StatusPanel>
  )
}
