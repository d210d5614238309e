import { useSlice as useAnySlice } from '../../../shell/src/views/useSlice.ts'
import { useStore } from '../../../shell/src/views/useStore.ts'
import type { FrameIntent, FrameState } from '../all/state.ts'

/** One slice of what the frame shows. */
export const useSlice = <K extends keyof FrameState>(name: K): FrameState[K] =>
  useAnySlice<FrameState, K>(name)

/** The function that says what a person wants. */
export const useSend = (): ((intent: FrameIntent) => void) =>
  useStore<FrameState, FrameIntent>('useSend').send
