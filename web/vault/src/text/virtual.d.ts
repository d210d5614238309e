/** Compiled from `en.json` by `framePlugin` (web/vault/build); `ar-XB` stands in for other languages in tests. */
declare module 'virtual:latchkit-frame/text/en/first' {
  const texts: import('./Texts.ts').FirstTexts
  export default texts
}

declare module 'virtual:latchkit-frame/text/en/later' {
  const texts: import('./Texts.ts').LaterTexts
  export default texts
}

declare module 'virtual:latchkit-frame/text/ar-XB/first' {
  const texts: import('./Texts.ts').FirstTexts
  export default texts
}

declare module 'virtual:latchkit-frame/text/ar-XB/later' {
  const texts: import('./Texts.ts').LaterTexts
  export default texts
}
