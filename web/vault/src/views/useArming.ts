import { type RefObject, useEffect, useState } from 'react'
import { type Arming, watchArming } from './arming.ts'
import { useSlice } from './frameStore.ts'

/**
 * Whether what stands around `inside` can be approved: it begins anew with each `request` of the page around, where it is
 * one.
 */
export function useArming(inside: RefObject<HTMLElement | null>, request?: number): Arming {
  const [arming, setArming] = useState<{ now: Arming; request: number | undefined }>()
  const isOwnWindow = useSlice('screen').review !== undefined
  useEffect(() => {
    const root = inside.current?.getRootNode()
    // All of the frame, and not what of it was scrolled to.
    const panel = root instanceof ShadowRoot ? (root.host as HTMLElement) : inside.current
    if (!panel) return
    return watchArming(panel, { isOwnWindow, isRequest: request !== undefined }, now =>
      setArming({ now, request }),
    )
  }, [inside, request, isOwnWindow])
  return arming && arming.request === request ? arming.now : { isArmed: false }
}
