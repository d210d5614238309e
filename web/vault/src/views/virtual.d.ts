/** Joined by `framePlugin` (web/vault/build). */
declare module 'virtual:latchkit-frame/styles/first' {
  const css: string
  export default css
}

declare module 'virtual:latchkit-frame/styles/later' {
  const css: string
  export default css
}
