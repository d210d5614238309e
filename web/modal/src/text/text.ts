import texts from 'virtual:latchkit-text/en/views'
import type { ConnectError } from '../generated/ConnectError.ts'
import type { Namespace } from '../generated/Namespace.ts'
import type { ToastText } from '../generated/ToastText.ts'
import type { View } from '../generated/View.ts'
import type { Text, ViewTexts } from './Texts.ts'

/** Every text of the views, by view: `text.Connect.title()`, `text.Account.copy({ address })`. */
export const text: ViewTexts & Complete = texts

/** What the engine can say must have words here; an engine that says more does not compile. */
interface Complete {
  ConnectingExternal: { errors: Record<ConnectError['type'], { title: Text; body: Text }> }
  toasts: Record<ToastText, Text>
  namespaces: Record<Namespace, Text>
  /** The view ConnectingExternal bears the wallet's name. */
  titles: Record<Exclude<View, 'ConnectingExternal'>, Text>
}
