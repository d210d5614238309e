import type { Perform } from './Perform'

/** Loads images into the browser's cache, after all that is more urgent. Whether they come is nobody's matter. */
export const preload: Perform<'preload'> = ({ urls }, { reply }) => {
  const asked = { fetchPriority: 'low', referrerPolicy: 'no-referrer' }
  for (const src of urls) Object.assign(new Image(), asked, { src })
  reply({ type: 'done' })
}
