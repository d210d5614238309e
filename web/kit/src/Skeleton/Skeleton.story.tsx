import { Skeleton, SkeletonRow } from './Skeleton.tsx'

export const title = 'Skeleton'

export const states = {
  shapes: () => (
    <>
      <Skeleton shape="round" />
      <Skeleton shape="display" />
      <Skeleton shape="w120" />
      <SkeletonRow />
    </>
  ),
}
