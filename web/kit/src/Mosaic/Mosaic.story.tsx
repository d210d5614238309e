import { Mosaic } from './Mosaic.tsx'

export const title = 'Mosaic'

export const states = { four: () => <Mosaic /> }
