import { testStories } from './testStories.ts'

testStories('rtl')
