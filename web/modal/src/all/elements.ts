import type { Namespace } from '../generated/Namespace'

/** The attributes of `<latchkit-button>` and its kin. */
export interface ButtonAttributes {
  /** Which modal; `default` if left out. */
  instance?: string | undefined
  /** Of which namespace; the one in use if left out. */
  namespace?: Namespace | undefined
  /** Instead of _Connect wallet_, or of the network's name. */
  label?: string | undefined
  /** Instead of _Connecting_. */
  'loading-label'?: string | undefined
  /** Without the balance. */
  balance?: 'hide' | undefined
  /** How much of an address shows; 4 and 6 if left out. */
  'chars-start'?: number | string | undefined
  'chars-end'?: number | string | undefined
  /** Smaller. */
  size?: 'sm' | undefined
  disabled?: boolean | undefined
}

/** The attributes of `<latchkit-modal>`, the modal in a place of the page. */
export interface ModalAttributes {
  /** Which modal; `default` if left out. */
  instance?: string | undefined
}
