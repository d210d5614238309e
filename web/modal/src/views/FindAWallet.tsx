import { Button } from '../../../kit/src/Button/Button.tsx'
import { StatusPanel } from '../../../kit/src/StatusPanel/StatusPanel.tsx'
import type { Text } from '../text/Texts.ts'
import { useText } from '../text/useText.ts'

/** Where wallets can be found, by a publisher that sells none. */
const LIST = 'https://ethereum.org/en/wallets/find-wallet/'

/** Where there is no wallet to show: why, and the way to one. */
export function FindAWallet({ words }: { words: { title: Text; body: Text } }) {
  const text = useText()
  return (
    <StatusPanel subject="wallet" title={words.title()} body={words.body()}>
      <Button kind="primary" icon="external" href={LIST}>
        {text.Connect.empty.find()} <span className="unseen">{text.dialog.newTab()}</span>
      </Button>
    </StatusPanel>
  )
}
