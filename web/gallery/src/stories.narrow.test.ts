import { scenesOfModal } from './scenes.ts'
import { testStories } from './testStories.ts'

testStories('narrow', scenesOfModal)
