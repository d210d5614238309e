import { account } from '../../generated/fixtures/account.ts'
import { receive } from '../../generated/fixtures/receive.ts'
import { toast } from '../../generated/fixtures/toast.ts'

export const title = 'WalletReceive'

const { code } = receive

export const states = {
  code,
  named: { ...code, accounts: account.named.accounts },
  making: { ...code, receive: {} },
  copied: { ...code, toast: toast.copied.toast },
  copyFailed: { ...code, toast: toast.failed.toast },
}
