/** Waits for the motion in `root` that ends, and stops at its start what does not. */
export async function settle(root: ShadowRoot): Promise<void> {
  await document.fonts.ready
  await Promise.allSettled(
    root
      .getAnimations()
      .filter(animation => !isEndless(animation))
      .map(({ finished }) => finished),
  )
  for (const animation of root.getAnimations().filter(isEndless)) {
    animation.pause()
    animation.currentTime = 0
  }
}

const isEndless = (animation: Animation) =>
  animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
