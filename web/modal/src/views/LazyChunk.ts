import type { ComponentType } from 'react'
import type { View } from '../generated/View.ts'
import type { LazyTexts } from '../text/Texts.ts'
import type { checkAttributes } from './attributes.ts'
import type { embed } from './embedded.ts'
import type { FirstView } from './FirstView.ts'
import type { Passage } from './passage.ts'

/** The views that the second chunk brings. */
export type LazyViewName = Exclude<View, FirstView>

/** What is in the second chunk. */
export interface LazyViews {
  views: Record<LazyViewName, ComponentType>
  /** Their look, for `adoptedStyleSheets`. */
  css: string
  /** What they say. */
  texts: LazyTexts
  passage: Passage
  /** Tells of what no attribute of an instance's elements is. */
  checkAttributes: typeof checkAttributes
  /** Shows an instance in its place on the page. */
  embed: typeof embed
}

/** The second chunk, as far as it is there. */
export interface LazyChunk {
  get(): LazyViews | 'loading' | 'failed'
  /** Calls `listener` after every change. Returns the unsubscribe. */
  subscribe(listener: () => void): () => void
  /** Loads it, or tries again; does nothing while it loads and once it is there. */
  load(): void
}

/** What is there before the dialog needs it, if `bring` is fast enough. */
export function createLazyChunk(bring: () => Promise<LazyViews>): LazyChunk {
  let now: ReturnType<LazyChunk['get']> = 'loading'
  let isAsked = false
  const listeners = new Set<() => void>()
  const become = (next: typeof now) => {
    now = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => now,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load() {
      if (isAsked) return
      isAsked = true
      if (now !== 'loading') become('loading')
      bring().then(become, (error: unknown) => {
        // Nobody misses yet what was only brought ahead of time.
        if (listeners.size > 0) console.error('[latchkit]', error)
        isAsked = false
        become('failed')
      })
    },
  }
}
