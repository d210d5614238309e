import { Icon, type IconName } from '../Icon/Icon.tsx'

type Action = { icon: IconName; label: string; onClick: () => void }

/** What can be done, as equal segments of one surface. One alone is a line: the drawing beside its word. */
export function ActionStrip({ label, actions }: { label: string; actions: readonly Action[] }) {
  return (
    <div className={actions.length > 1 ? 'ActionStrip' : 'ActionStrip one'}>
      <ul aria-label={label}>
        {actions.map(({ icon, label: name, onClick }) => (
          <li key={icon}>
            <button type="button" onClick={onClick}>
              <Icon name={icon} />
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
