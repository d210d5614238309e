import styles from 'virtual:latchkit-styles/first'
import viewDialog from '../../../kit/src/styles/viewDialog.css?inline'
import viewHeader from '../../../kit/src/styles/viewHeader.css?inline'
import viewIcon from '../../../kit/src/styles/viewIcon.css?inline'
import viewIconButton from '../../../kit/src/styles/viewIconButton.css?inline'
import viewPlace from '../../../kit/src/styles/viewLayout.css?inline'
import viewListItem from '../../../kit/src/styles/viewListItem.css?inline'
import viewPicture from '../../../kit/src/styles/viewPicture.css?inline'
import viewReset from '../../../kit/src/styles/viewReset.css?inline'
import viewSkeleton from '../../../kit/src/styles/viewSkeleton.css?inline'
import viewSpinner from '../../../kit/src/styles/viewSpinner.css?inline'
import viewTokens from '../../../kit/src/styles/viewTokens.css?inline'

/**
 * The look of the first views and of the parts that the entry did not bring whole, for
 * `adoptedStyleSheets`.
 */
export const viewsCss =
  viewReset +
  viewTokens +
  viewDialog +
  viewHeader +
  viewIcon +
  viewIconButton +
  viewPlace +
  viewSkeleton +
  viewSpinner +
  viewListItem +
  viewPicture +
  styles
