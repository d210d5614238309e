import avatar from '../../../kit/src/Avatar/Avatar.css?inline'
import listItem from '../../../kit/src/ListItem/ListItem.css?inline'
import picture from '../../../kit/src/Picture/Picture.css?inline'
import spinner from '../../../kit/src/Spinner/Spinner.css?inline'
import { entryCss } from '../../../kit/src/styles/entryCss.ts'
import firstFrame from './FirstFrame.css?inline'
import loadFailure from './LoadFailure.css?inline'
import pageButton from './PageButton.css?inline'

let sheet: CSSStyleSheet | undefined

/** The one stylesheet of the entry, for the shadow roots of buttons and dialogs. */
export function entrySheet(): CSSStyleSheet {
  if (sheet) return sheet
  sheet = new CSSStyleSheet()
  sheet.replaceSync(
    entryCss + listItem + picture + spinner + avatar + pageButton + firstFrame + loadFailure,
  )
  return sheet
}
