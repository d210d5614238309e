import dialog from '../Dialog/Dialog.css?inline'
import header from '../Header/Header.css?inline'
import icon from '../Icon/Icon.css?inline'
import iconButton from '../IconButton/IconButton.css?inline'
import skeleton from '../Skeleton/Skeleton.css?inline'
import place from './layout.css?inline'
import reset from './reset.css?inline'
import tokens from './tokens.css?inline'

/** What the entry needs to paint the dialog at the click, for `adoptedStyleSheets`. The reset goes first. */
export const entryCss = reset + tokens + icon + iconButton + header + skeleton + place + dialog
