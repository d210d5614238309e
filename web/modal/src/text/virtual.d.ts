/** Compiled from `en.json` by `textPlugin` (compile.ts). */
declare module 'virtual:latchkit-text/en/views' {
  const texts: import('./Texts.ts').ViewTexts
  export default texts
}

declare module 'virtual:latchkit-text/en/page' {
  type Texts = import('./Texts.ts').PageTexts
  export const connectWallet: Texts['connectWallet']
  export const connecting: Texts['connecting']
  export const account: Texts['account']
  export const accountWithBalance: Texts['accountWithBalance']
  export const network: Texts['network']
  export const wrongNetwork: Texts['wrongNetwork']
  export const dialogTitle: Texts['dialogTitle']
  export const close: Texts['close']
  export const browserWallet: Texts['browserWallet']
  export const loadFailed: Texts['loadFailed']
}

declare module 'virtual:latchkit-text/en/alerts' {
  type Texts = import('./Texts.ts').AlertTexts
  export const projectIdNotConfigured: Texts['projectIdNotConfigured']
  export const invalidAppConfiguration: Texts['invalidAppConfiguration']
  export const iframeLoadFailed: Texts['iframeLoadFailed']
  export const iframeRequestTimeout: Texts['iframeRequestTimeout']
  export const unverifiedDomain: Texts['unverifiedDomain']
  export const switchNetworkNotFound: Texts['switchNetworkNotFound']
}

declare module 'virtual:latchkit-text/en/more' {
  type Texts = import('./Texts.ts').MoreTexts
  export const AllWallets: Texts['AllWallets']
  export const ConnectingMultiChain: Texts['ConnectingMultiChain']
  export const Downloads: Texts['Downloads']
  export const GetWallet: Texts['GetWallet']
  export const WhatIsAWallet: Texts['WhatIsAWallet']
  export const WhatIsANetwork: Texts['WhatIsANetwork']
  export const Networks: Texts['Networks']
  export const SwitchNetwork: Texts['SwitchNetwork']
  export const SwitchActiveChain: Texts['SwitchActiveChain']
  export const UnsupportedChain: Texts['UnsupportedChain']
  export const anyWallet: Texts['anyWallet']
  export const anyNetwork: Texts['anyNetwork']
}
