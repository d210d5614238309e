import { Icon, type IconName } from './Icon.tsx'
import * as laterPaths from './laterPaths.ts'
import * as paths from './paths.ts'

export const title = 'Icon'

const names = Object.keys({ ...paths, ...laterPaths }) as IconName[]

export const states = {
  all: () => (
    <p>
      {names.map(name => (
        <span key={name} className="swatch">
          <Icon name={name} />
          <Icon name={name} small />
        </span>
      ))}
    </p>
  ),
}
