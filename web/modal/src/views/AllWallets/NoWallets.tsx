import { Button } from '../../../../kit/src/Button/Button.tsx'
import { Emblem } from '../../../../kit/src/Emblem/Emblem.tsx'
import { Moment } from '../../../../kit/src/Moment/Moment.tsx'
import { shorten } from '../../text/format.ts'
import { moreText } from '../../text/moreText.ts'
import { text } from '../../text/text.ts'

const { empty, failed } = moreText.AllWallets

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
  if (props.hasFailed) {
    return (
      <>
        <Moment
          size="small"
          role="alert"
          subject={<Emblem isLarge kind="bad" icon="warning" />}
          title={failed.title()}
        >
          <p>{failed.body()}</p>
        </Moment>
        <Button kind="primary" icon="refresh" onClick={props.onRetry}>
          {text.dialog.tryAgain()}
        </Button>
      </>
    )
  }
  const { query, isCertified } = props
  return (
    <>
      <Moment
        size="small"
        role="status"
        subject={<Emblem isLarge icon={isCertified ? 'seal' : 'search'} />}
        title={query ? empty.title({ query: shorten(query) }) : empty.certifiedTitle()}
      >
        <p>{isCertified ? empty.certifiedBody() : empty.body()}</p>
      </Moment>
      <Button kind="primary" onClick={isCertified ? props.onSearchAll : props.onClear}>
        {isCertified ? empty.searchAll() : empty.clear()}
      </Button>
    </>
  )
}
