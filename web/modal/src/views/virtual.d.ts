/** The modules of the first chunk of views that the second uses too, in the order it expects them. */
declare module 'virtual:latchkit-shared' {
  export const shared: readonly object[]
}
