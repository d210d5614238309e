import type { ReactNode } from 'react'
import { Banner } from '../../../kit/src/Banner/Banner.tsx'
import { Face } from '../../../kit/src/Face/Face.tsx'
import { Icon } from '../../../kit/src/Icon/Icon.tsx'
import { Skeleton } from '../../../kit/src/Skeleton/Skeleton.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import { plain } from '../text/format.ts'
import { shortened } from '../text/shortened.ts'
import { useLazyText } from '../text/useText.ts'
import { useAccountNews } from './useAccountNews.ts'
import { useAccounts } from './useAccounts.ts'

/** Whose the account in use is: face, name or what they sign in with, and the address, which is copied by a press. */
export function Owner({ end }: { end?: ReactNode }) {
  const words = useLazyText().Account
  const { account } = useAccounts()
  const { isCopied } = useAccountNews()
  const send = useSend()
  const { address, profileName, profileImage, status, user } = account ?? {}
  const name = profileName ?? user?.email
  return (
    <div className="Owner">
      {address ? <Face address={address} src={profileImage} /> : <Skeleton shape="round" />}
      <div className="who">
        {address && name && <bdi className="name cut">{plain(name)}</bdi>}
        {address ? (
          <span className={name ? 'line' : 'line alone'}>
            <button type="button" className="address" onClick={() => send({ type: 'copyAddress' })}>
              <span className="unseen">{words.copy()} </span>
              <bdi dir="ltr">{shortened(address)}</bdi>
              <Icon name={isCopied ? 'check' : 'copy'} small />
            </button>
            {status !== 'connected' && <span className="waiting">{words.reconnecting()}</span>}
          </span>
        ) : (
          <Skeleton shape="w120" />
        )}
      </div>
      {end}
    </div>
  )
}

/** Where the browser does not let it be copied: the whole address, to be selected. */
export function Uncopied({ instead }: { instead?: string }) {
  const text = useLazyText()
  const { hasNotCopied } = useAccountNews()
  const { account } = useAccounts()
  if (!hasNotCopied || !account?.address) return null
  return (
    <div role="alert" className="Uncopied">
      <Banner cause={text.toasts.copyFailed()}>
        {instead ?? <bdi dir="ltr">{account.address}</bdi>}
      </Banner>
    </div>
  )
}
