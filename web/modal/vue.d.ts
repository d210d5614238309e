import type { DefineComponent } from 'vue'
import type { ButtonAttributes, ModalAttributes } from '../all/elements.js'

/** Templates write the names with hyphens, and Vue reads them without. */
interface InTemplates extends ButtonAttributes {
  readonly loadingLabel?: ButtonAttributes['loading-label']
  readonly charsStart?: ButtonAttributes['chars-start']
  readonly charsEnd?: ButtonAttributes['chars-end']
}

type Button = DefineComponent<InTemplates>

declare module 'vue' {
  interface GlobalComponents {
    'latchkit-button': Button
    'latchkit-connect-button': Button
    'latchkit-account-button': Button
    'latchkit-network-button': Button
    'latchkit-modal': DefineComponent<ModalAttributes>
  }
}
