/** Compiled from `en.json` by `textPlugin` (compile.ts). */
declare module 'virtual:latchkit-text/en/views' {
  const texts: import('./Texts.ts').ViewTexts
  export default texts
}

declare module 'virtual:latchkit-text/en/page' {
  const texts: import('./Texts.ts').PageTexts
  export default texts
}
