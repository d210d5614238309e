/** The modules of a chunk of views that later ones use too, in the order they expect them. */
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

declare module 'virtual:latchkit-styles/spend' {
  const css: string
  export default css
}

declare module 'virtual:latchkit-styles/entry' {
  const css: string
  export default css
}
