import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { ButtonAttributes, ModalAttributes } from '../all/elements'

type InPage<A> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & A

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'latchkit-button': InPage<ButtonAttributes>
      'latchkit-connect-button': InPage<ButtonAttributes>
      'latchkit-account-button': InPage<ButtonAttributes>
      'latchkit-network-button': InPage<ButtonAttributes>
      'latchkit-modal': InPage<ModalAttributes>
    }
  }
}
