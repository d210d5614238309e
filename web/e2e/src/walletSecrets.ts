import { createHmac, pbkdf2Sync } from 'node:crypto'
import { english, mnemonicToAccount } from 'viem/accounts'

/** What twelve words stand for: all of it in bytes. */
export type WalletSecrets = {
  /** The 16 bytes that the words are another way to write. */
  entropy: Buffer
  /** What keys are derived from. */
  seed: Buffer
  /** At m/44'/60'/0'/0/0, by BIP-32. */
  evmKey: Buffer
  /** At m/44'/501'/0'/0', by SLIP-10. */
  solanaKey: Buffer
}

/** As other wallets derive it. */
export function secretsOf(phrase: string): WalletSecrets {
  const seed = pbkdf2Sync(phrase, 'mnemonic', 2048, 64, 'sha512')
  const { privateKey } = mnemonicToAccount(phrase).getHdKey()
  if (!privateKey) throw new Error('the words have no key')
  return {
    entropy: entropyOf(phrase),
    seed,
    evmKey: Buffer.from(privateKey),
    solanaKey: solanaKeyOf(seed),
  }
}

/** Without the checksum, which is the last four bits. */
function entropyOf(phrase: string): Buffer {
  const bits = phrase
    .split(' ')
    .map(word => english.indexOf(word).toString(2).padStart(11, '0'))
    .join('')
  return Buffer.from(
    BigInt(`0b${bits.slice(0, 128)}`)
      .toString(16)
      .padStart(32, '0'),
    'hex',
  )
}

function solanaKeyOf(seed: Buffer): Buffer {
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const index of [44, 501, 0, 0]) {
    const step = Buffer.alloc(37)
    node.copy(step, 1, 0, 32)
    step.writeUInt32BE(0x80000000 + index, 33)
    node = createHmac('sha512', node.subarray(32)).update(step).digest()
  }
  return node.subarray(0, 32)
}
