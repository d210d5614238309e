/** The texts of the second chunk of views. */
export { default as lazy } from 'virtual:latchkit-text/en/lazy'
