import { Pill } from './Pill.tsx'

export const title = 'Pill'

const nothing = () => {}

export const states = {
  network: () => <Pill label="Base" name="Network: Base" />,
  choice: () => <Pill label="Base" name="Network: Base" onClick={nothing} />,
  wrong: () => (
    <Pill
      label="Optimism"
      isWrong
      name="Network: Optimism. This site does not work on it."
      onClick={nothing}
    />
  ),
  long: () => (
    <Pill
      label="Northern Harbours Optimistic Rollup Testnet Number Four"
      name="Network: Northern Harbours Optimistic Rollup Testnet Number Four"
      onClick={nothing}
    />
  ),
}
