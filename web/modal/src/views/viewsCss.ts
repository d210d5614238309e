import viewTokens from '../../../kit/src/styles/viewTokens.css?inline'

/** The look of every view and of the parts that the entry did not bring, for `adoptedStyleSheets`. */
const sheets = import.meta.glob<string>(
  [
    '../../../kit/src/*/*.css',
    '!**/{styles,Dialog,Header,Icon,Skeleton}/*.css',
    './*.css',
    './*/*.css',
  ],
  { query: '?inline', import: 'default', eager: true },
)

export const viewsCss = viewTokens + Object.values(sheets).join('')
