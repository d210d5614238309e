/** The look of the views of the second chunk, and of the parts that only they show. */
const sheets = import.meta.glob<string>(
  [
    '../../../kit/src/{Drawing,ScrollEdge,SearchField,Slides,Tile}/*.css',
    './*/*.css',
    '!./{Account,Connect,ConnectingExternal,Unexpected}/*.css',
  ],
  { query: '?inline', import: 'default', eager: true },
)

export const moreCss = Object.values(sheets).join('')
