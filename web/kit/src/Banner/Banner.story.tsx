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
      <Banner kind="bad" cause="Could not reach Base.">
        Your funds are safe. <Link onClick={() => {}}>Try again</Link>
      </Banner>
    </>
  ),
}
