import { scenesOfFrame } from './scenes.ts'
import { testStories } from './testStories.ts'

testStories('light', scenesOfFrame)
