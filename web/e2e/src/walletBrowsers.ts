/** A wallet whose own browser a public link opens. */
export type WalletBrowser = {
  readonly id: string
  readonly name: string
  /** What the link begins with. */
  readonly starts: string
  /** The page that the wallet opens when it is given the link, as its documentation says. */
  opens(link: URL): string
  /** Where it is not listed on phones: Apple's app has no browser; phones list those with a link of their own. */
  readonly phones?: 'Android' | 'on Solana' | 'none'
}

const parameter = (name: string) => (link: URL) => link.searchParams.get(name) ?? ''
const lastOfPath = ({ pathname }: URL) => decodeURIComponent(pathname.split('/').at(-1) ?? '')

/** Read in their documentation: `crates/engine/src/directory/browse.rs` says where that is. */
export const walletBrowsers: readonly WalletBrowser[] = [
  {
    id: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
    name: 'MetaMask',
    starts: 'https://link.metamask.io/dapp/',
    // It takes the address without its scheme, and puts `https` before it; the demo page has no more than `http`.
    opens: ({ href }) => `http://${href.slice('https://link.metamask.io/dapp/'.length)}`,
  },
  {
    id: '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
    name: 'Trust Wallet',
    starts: 'https://link.trustwallet.com/open_url?coin_id=60&url=',
    opens: parameter('url'),
    phones: 'Android',
  },
  {
    id: '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
    name: 'OKX Wallet',
    starts: 'https://web3.okx.com/download?deeplink=',
    opens: link => parameter('dappUrl')(new URL(parameter('deeplink')(link))),
  },
  {
    id: '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
    name: 'Bitget Wallet',
    starts: 'https://bkcode.vip/?action=dapp&url=',
    opens: parameter('url'),
  },
  {
    id: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
    name: 'Base',
    starts: 'https://go.cb-w.com/dapp?cb_url=',
    opens: parameter('cb_url'),
  },
  {
    id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
    name: 'Phantom',
    starts: 'https://phantom.app/ul/browse/',
    opens: lastOfPath,
    phones: 'on Solana',
  },
  {
    id: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
    name: 'Solflare',
    starts: 'https://solflare.com/ul/v1/browse/',
    opens: lastOfPath,
    phones: 'none',
  },
]
