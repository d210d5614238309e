/** Compiled from `en.json` by `textPlugin` (compile.ts); `ar-XB` stands in for other languages in tests. */
declare module 'virtual:latchkit-text/en/page' {
  const texts: import('../all/LatchkitTexts.ts').LatchkitTexts
  export default texts
}

declare module 'virtual:latchkit-text/en/first' {
  const texts: import('./Texts.ts').FirstTexts
  export default texts
}

declare module 'virtual:latchkit-text/en/lazy' {
  const texts: import('./Texts.ts').LazyTexts
  export default texts
}

declare module 'virtual:latchkit-text/en/spend' {
  const texts: import('./Texts.ts').SpendTexts
  export default texts
}

declare module 'virtual:latchkit-text/en/entry' {
  const texts: import('./Texts.ts').EntryTexts
  export default texts
}

declare module 'virtual:latchkit-text/ar-XB/first' {
  const texts: import('./Texts.ts').FirstTexts
  export default texts
}

declare module 'virtual:latchkit-text/ar-XB/lazy' {
  const texts: import('./Texts.ts').LazyTexts
  export default texts
}

declare module 'virtual:latchkit-text/ar-XB/spend' {
  const texts: import('./Texts.ts').SpendTexts
  export default texts
}

declare module 'virtual:latchkit-text/ar-XB/entry' {
  const texts: import('./Texts.ts').EntryTexts
  export default texts
}

declare module 'virtual:latchkit-text/en/alerts' {
  type Texts = import('./Texts.ts').AlertTexts
  export const projectIdNotConfigured: Texts['projectIdNotConfigured']
  export const invalidAppConfiguration: Texts['invalidAppConfiguration']
  export const iframeLoadFailed: Texts['iframeLoadFailed']
  export const iframeBlocked: Texts['iframeBlocked']
  export const iframeSilent: Texts['iframeSilent']
  export const iframeRequestTimeout: Texts['iframeRequestTimeout']
  export const unverifiedDomain: Texts['unverifiedDomain']
  export const switchNetworkNotFound: Texts['switchNetworkNotFound']
  export const serverMissing: Texts['serverMissing']
  export const serverFails: Texts['serverFails']
  export const serverRefuses: Texts['serverRefuses']
  export const chainWithoutNode: Texts['chainWithoutNode']
  export const nodeElsewhere: Texts['nodeElsewhere']
  export const relayOrigin: Texts['relayOrigin']
  export const relayClock: Texts['relayClock']
  export const relayKey: Texts['relayKey']
}

declare module 'virtual:latchkit-text/en/notice' {
  type Texts = import('./Texts.ts').NoticeTexts
  export const approve: Texts['approve']
  export const dismiss: Texts['dismiss']
}

declare module 'virtual:latchkit-text/en/embedded' {
  type Texts = import('./Texts.ts').EmbeddedTexts
  export const frame: Texts['frame']
}
