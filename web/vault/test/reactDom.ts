/** `react-dom` for tests of the frame: what is drawn at once has its effects at once, too, as React does it. */
export * from 'preact/compat'
export { act as flushSync } from 'preact/test-utils'
