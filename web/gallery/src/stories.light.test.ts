import { testStories } from './testStories.ts'

testStories('light')
