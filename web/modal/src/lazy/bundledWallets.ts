/** The lazy chunk with the wallets that are listed where the operator's server cannot be reached. */
export { default as wallets } from '../generated/wallets.json'
