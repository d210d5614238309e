import { Spinner } from './Spinner.tsx'

export const title = 'Spinner'

export const states = { spinning: () => <Spinner /> }
