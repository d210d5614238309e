import { SkeletonCards, SkeletonEntries } from './EntrySkeleton.tsx'

export const title = 'EntrySkeleton'

export const states = {
  entries: () => <SkeletonEntries count={4} />,
  short: () => <SkeletonEntries count={3} short />,
  cards: () => <SkeletonCards count={2} />,
}
