import { Slide } from './Slide.tsx'

export const title = 'Slide'

export const states = {
  one: () => (
    <Slide
      drawing="holdings"
      title="A home for what you own"
      body="It keeps, sends and receives your coins, tokens and collectibles."
    />
  ),
}
