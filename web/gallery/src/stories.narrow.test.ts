import { testStories } from './testStories.ts'

testStories('narrow')
