import viewHeader from '../../../kit/src/styles/viewHeader.css?inline'
import viewIcon from '../../../kit/src/styles/viewIcon.css?inline'
import viewPlace from '../../../kit/src/styles/viewPlace.css?inline'
import viewSkeleton from '../../../kit/src/styles/viewSkeleton.css?inline'
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

export const viewsCss =
  viewTokens + viewHeader + viewIcon + viewPlace + viewSkeleton + Object.values(sheets).join('')
