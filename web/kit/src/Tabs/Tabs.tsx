import type { KeyboardEvent } from 'react'

type TabsProps<Id extends string> = {
  /** What the tabs are about. */
  label: string
  tabs: readonly { readonly id: Id; readonly label: string }[]
  chosen: Id
  onChoose: (id: Id) => void
  /** The id of what they show. */
  controls: string
}

/** Tabs from the start edge. One of them takes the focus; arrow keys, Home and End move it, and choose. */
export function Tabs<Id extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  controls,
}: TabsProps<Id>) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const isTurned = getComputedStyle(event.currentTarget).direction === 'rtl'
    const steps: { [key: string]: number } = isTurned
      ? { ArrowLeft: 1, ArrowRight: -1 }
      : { ArrowLeft: -1, ArrowRight: 1 }
    const at = tabs.findIndex(({ id }) => id === chosen)
    const ends: { [key: string]: number } = { Home: 0, End: tabs.length - 1 }
    const to = ends[event.key] ?? at + (steps[event.key] ?? Number.NaN)
    if (Number.isNaN(to)) return
    event.preventDefault()
    const next = (to + tabs.length) % tabs.length
    const tab = tabs[next]
    if (!tab) return
    onChoose(tab.id)
    ;(event.currentTarget.children[next] as HTMLElement).focus()
  }
  return (
    <div className="Tabs">
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(tab => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            aria-selected={tab.id === chosen}
            aria-controls={controls}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={({ currentTarget }) => {
              onChoose(tab.id)
              currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
            }}
          >
            {tab.label}
          </button>
        ))}
      </div>
    </div>
  )
}
