import { Tag } from './Tag.tsx'

export const title = 'Tag'

export const states = {
  kinds: () => (
    <p>
      <Tag>Recent</Tag> <Tag kind="ok">Installed</Tag>
    </p>
  ),
}
