import { Icon } from '../Icon/Icon.tsx'
import { Picture } from './Picture.tsx'

export const title = 'Picture'

export const states = {
  monogram: () => (
    <p>
      <Picture name="Harbor" fallback={<Icon name="wallet" />} />
    </p>
  ),
  nameless: () => (
    <p>
      <Picture name="🦊" fallback={<Icon name="wallet" />} />
    </p>
  ),
}
