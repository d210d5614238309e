import { Dot } from './Dot.tsx'

export const title = 'Dot'

export const states = {
  kinds: () => (
    <>
      <Dot kind="success" />
      <Dot kind="warning" />
      <Dot kind="error" />
      <Dot large kind="success" />
      <Dot large kind="warning" />
      <Dot large kind="error" />
    </>
  ),
}
