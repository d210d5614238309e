import { Link } from '../Link/Link.tsx'
import { Banner } from './Banner.tsx'

export const title = 'Banner'

export const states = {
  kinds: () => (
    <>
      <Banner cause="You are offline.">Balances are 4 min old.</Banner>
      <Banner kind="warn" cause="This site does not work on Optimism.">
        Your funds there are safe.
      </Banner>
      <Banner cause="Could not refresh.">
        Balance is 4 min old. <Link onClick={() => {}}>Try again</Link>
      </Banner>
    </>
  ),
}
