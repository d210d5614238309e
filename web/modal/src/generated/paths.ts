/** JSON-RPC to the nodes of a chain. */
export const rpc = '/v1'
/** The chains whose nodes the server reaches. */
export const supportedChains = '/v1/supported-chains'
/** Before an account's address: how it is called. */
export const identity = '/v1/identity/'
/** What tokens are worth. */
export const price = '/v1/fungible/price'
/** Before an account's address, and what is asked of it. */
export const account = '/v1/account/'
/** The directory of wallets. */
export const wallets = '/getWallets'
/** Which features a project has. */
export const features = '/appkit/v1/config'
/** Which origins may use a project. */
export const origins = '/projects/v1/origins'
/** Whether events are wanted. */
export const analytics = '/getAnalyticsConfig'
/** Takes one event. */
export const event = '/e'
/** Takes several events. */
export const events = '/batch'
/** How the server is. */
export const health = '/health'
/** Before the id of a wallet's image. */
export const walletImage = '/getWalletImage/'
/** Before the id of a network's image. */
export const networkImage = '/public/getAssetImage/'
/** Before the id of a currency's image. */
export const currencyImage = '/public/getCurrencyImage/'
/** Before the symbol of a token's image. */
export const tokenImage = '/public/getTokenImage/'
/** The relay. */
export const relay = '/relay'
/** Before the version and the name of a file of the modal. */
export const assets = '/assets/'
