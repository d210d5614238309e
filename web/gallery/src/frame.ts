/** One story on a page of its own, so that width and direction are real: `frame.html?story=Connect.one&theme=dark&dir=rtl`. */
import { mountStory } from './mount.tsx'
import { scenes } from './stories.ts'

const asked = new URLSearchParams(location.search)
const scene = scenes.find(({ name }) => name === asked.get('story'))
const theme = asked.get('theme') === 'dark' ? 'dark' : 'light'

document.documentElement.dir = asked.get('dir') ?? 'ltr'
document.documentElement.dataset.theme = theme
if (scene) mountStory(scene.story, scene.state, { theme })
else document.body.textContent = `No story ${asked.get('story')}`
