/** One story on a page of its own, so that width and direction are real: `frame.html?story=Connect.one&theme=dark&language=ar-XB`. */
import { scenes } from './scenes.ts'

const asked = new URLSearchParams(location.search)
const scene = scenes.find(({ name }) => name === asked.get('story'))
const language = asked.get('language') === 'ar-XB' ? 'ar-XB' : 'en'
const theme = asked.get('theme') === 'dark' ? 'dark' : 'light'

document.documentElement.dataset.theme = theme
if (scene) scene.mount({ theme, language })
else document.body.textContent = `No story ${asked.get('story')}`
