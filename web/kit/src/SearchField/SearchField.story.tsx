import { SearchField } from './SearchField.tsx'

export const title = 'SearchField'

const nothing = () => {}

const field = (value: string, isOn?: boolean, hint?: string) => () => (
  <SearchField
    label="Search wallets"
    placeholder="Search 540 wallets"
    value={value}
    onChange={nothing}
    clearLabel="Clear"
    hint={hint ?? false}
    {...(isOn !== undefined && {
      toggle: { icon: 'seal' as const, label: 'Certified', isOn, onToggle: nothing },
    })}
  />
)

export const states = {
  empty: field(''),
  text: field('harb'),
  hint: field('h', undefined, 'One more letter'),
  toggle: field('', false),
  toggled: field('a search that is longer than its field can be', true),
}
