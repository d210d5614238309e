/** A frame of this origin: to locks and channels it is what another tab is. */
export async function otherTab(): Promise<Window & typeof globalThis> {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const there = frame.contentWindow
  if (!there) throw new Error('a frame has a window')
  return there as Window & typeof globalThis
}

/** The page is left, into the back/forward cache, or comes back from there. */
export const transition = (name: 'pagehide' | 'pageshow') =>
  void dispatchEvent(new PageTransitionEvent(name, { persisted: true }))
