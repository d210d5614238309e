import { Slides } from './Slides.tsx'

export const title = 'Slides'

const thoughts = {
  holdings: {
    title: () => 'A home for what you own',
    body: () => 'It keeps, sends and receives your coins, tokens and collectibles.',
  },
  key: { title: () => 'A way to sign in', body: () => 'No password.' },
}

export const states = {
  two: () => <Slides of={thoughts} />,
}
