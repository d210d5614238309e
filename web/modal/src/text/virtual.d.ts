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
