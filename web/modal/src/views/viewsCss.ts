import viewDialog from '../../../kit/src/styles/viewDialog.css?inline'
import viewHeader from '../../../kit/src/styles/viewHeader.css?inline'
import viewIcon from '../../../kit/src/styles/viewIcon.css?inline'
import viewPlace from '../../../kit/src/styles/viewPlace.css?inline'
import viewSkeleton from '../../../kit/src/styles/viewSkeleton.css?inline'
import viewTokens from '../../../kit/src/styles/viewTokens.css?inline'

/**
 * The look of the first views and of the parts that the entry did not bring, for `adoptedStyleSheets`.
 * What `moreCss.ts` has is not here.
 */
const sheets = import.meta.glob<string>(
  [
    '../../../kit/src/*/*.css',
    '!../../../kit/src/{styles,Dialog,Header,Icon,Skeleton}/*.css',
    '!../../../kit/src/{Drawing,ScrollEdge,SearchField,Slides,Tile}/*.css',
    './*.css',
    '!./Embedded.css',
    './{Account,Connect,ConnectingExternal,Unexpected}/*.css',
  ],
  { query: '?inline', import: 'default', eager: true },
)

export const viewsCss =
  viewTokens +
  viewDialog +
  viewHeader +
  viewIcon +
  viewPlace +
  viewSkeleton +
  Object.values(sheets).join('')
