import { Emblem } from './Emblem.tsx'

export const title = 'Emblem'

export const states = {
  kinds: () => (
    <>
      <Emblem icon="external" />
      <Emblem isLarge icon="wallet" />
      <Emblem isLarge kind="bad" icon="warning" />
    </>
  ),
}
