/** The modules of the first chunk of views that the second uses too, in the order it expects them. */
declare module 'virtual:latchkit-shared' {
  export const shared: readonly object[]
}

/** The style sheets of a chunk's components (build/stylesPlugin.ts). */
declare module 'virtual:latchkit-styles/first' {
  const css: string
  export default css
}

declare module 'virtual:latchkit-styles/lazy' {
  const css: string
  export default css
}
