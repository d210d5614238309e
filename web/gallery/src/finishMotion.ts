/** Waits for the motion in `root` that ends by itself, and stops at its start what does not. */
export async function finishMotion(root: ShadowRoot): Promise<void> {
  await document.fonts.ready
  await Promise.allSettled(running(root, isEnding).map(({ finished }) => finished))
  for (const animation of running(root, isEndless)) {
    animation.pause()
    animation.currentTime = 0
  }
}

const running = (root: ShadowRoot, wanted: (animation: Animation) => boolean) =>
  root.getAnimations().filter(wanted)

const isEndless = (animation: Animation) =>
  animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY

const isEnding = (animation: Animation) => !isEndless(animation)
