import { receive } from '../../generated/fixtures/receive.ts'

export const title = 'WalletReceive'

export const states = {
  code: receive.code,
  named: receive.named,
  partly: receive.partlyServed,
  copied: receive.copied,
  copyFailed: receive.copyFailed,
}
