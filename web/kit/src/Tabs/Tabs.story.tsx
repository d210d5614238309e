import { Tabs } from './Tabs.tsx'

const tabs = [
  { id: 'phone', label: 'Phone' },
  { id: 'browser', label: 'Browser' },
  { id: 'web', label: 'Web' },
] as const

const many = [
  ...tabs,
  { id: 'desktop', label: 'Desktop application' },
  { id: 'other', label: 'Another device' },
] as const

export const title = 'Tabs'

export const states = {
  first: () => (
    <>
      <Tabs label="Where" tabs={tabs} chosen="phone" onChoose={() => {}} controls="shown" />
      <div id="shown" role="tabpanel" aria-label="Phone">
        A code
      </div>
    </>
  ),
  many: () => (
    <>
      <Tabs label="Where" tabs={many} chosen="phone" onChoose={() => {}} controls="shown" />
      <div id="shown" role="tabpanel" aria-label="Phone">
        A code
      </div>
    </>
  ),
}
