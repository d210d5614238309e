import type {} from 'latchkit/react'
import './wallet'

export const Wallet = () => <latchkit-button />
