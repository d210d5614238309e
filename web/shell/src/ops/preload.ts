import type { Perform } from './Perform'

/** Loads images into the browser's cache, after all that is more urgent. Whether they come is nobody's matter. */
export const preload: Perform<'preload'> = ({ urls }, { reply }) => {
  for (const url of urls) Object.assign(new Image(), { fetchPriority: 'low', src: url })
  reply({ type: 'done' })
}
