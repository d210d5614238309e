import { Pill } from './Pill.tsx'

export const title = 'Pill'

export const states = {
  network: () => <Pill label="Base" />,
  wrong: () => <Pill label="Optimism" isWrong />,
  long: () => <Pill label="Northern Harbours Optimistic Rollup Testnet Number Four" />,
}
