import { SkeletonCards, SkeletonEntries } from './EntrySkeleton.tsx'

export const title = 'EntrySkeleton'

export const states = {
  entries: () => <SkeletonEntries count={4} />,
  dated: () => <SkeletonEntries count={3} isDated />,
  cards: () => <SkeletonCards count={2} />,
}
