import { testStories } from './testStories.ts'

testStories('dark')
