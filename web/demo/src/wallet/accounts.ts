/** One of the accounts that every Anvil node unlocks. Their keys are public: test money only. */
export type DevAccount = { readonly name: string; readonly address: string }

/** Derived from Foundry's published test mnemonic, in its order; checksummed by EIP-55. */
export const ACCOUNTS: readonly [DevAccount, DevAccount, DevAccount] = [
  { name: 'Account 1', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  { name: 'Account 2', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  { name: 'Account 3', address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' },
]

export const accountAt = (index: number): DevAccount => ACCOUNTS[index] ?? ACCOUNTS[0]

export const shortAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
