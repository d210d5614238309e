import { Explainer } from './Explainer.tsx'

export const title = 'Explainer'

const thoughts = {
  holdings: {
    title: () => 'A home for what you own',
    body: () => 'It keeps, sends and receives your coins, tokens and collectibles.',
  },
  key: { title: () => 'A way to sign in', body: () => 'No password.' },
}

export const states = {
  two: () => <Explainer of={thoughts} />,
}
