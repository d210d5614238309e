import { SearchField } from './SearchField.tsx'

export const title = 'SearchField'

const nothing = () => {}

const field = (value: string, isOn?: boolean) => () => (
  <SearchField
    label="Search wallets"
    placeholder="Search 540 wallets"
    value={value}
    onChange={nothing}
    clearLabel="Clear"
    {...(isOn !== undefined && {
      toggle: { icon: 'seal' as const, label: 'Certified only', isOn, onToggle: nothing },
    })}
  />
)

export const states = {
  empty: field(''),
  text: field('harb'),
  toggle: field('', false),
  toggled: field('a search that is longer than its field can be', true),
}
