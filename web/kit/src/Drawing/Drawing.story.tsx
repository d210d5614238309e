import { Drawing } from './Drawing.tsx'

export const title = 'Drawing'

export const states = {
  all: () => (
    <p>
      <Drawing name="holdings" />
      <Drawing name="key" />
      <Drawing name="shield" />
      <Drawing name="nodes" />
      <Drawing name="islands" />
    </p>
  ),
}
