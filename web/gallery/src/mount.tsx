import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { attend } from '../../kit/src/Dialog/attend.ts'
import { takenBy } from '../../modal/src/all/state.ts'
import { LocaleContext } from '../../modal/src/text/useText.ts'
import { EntryContext } from '../../modal/src/views/EntryChunk.ts'
import { firstViews } from '../../modal/src/views/firstViews.ts'
import { LazyContext } from '../../modal/src/views/LazyContext.ts'
import { Router } from '../../modal/src/views/Router.tsx'
import { SpendContext } from '../../modal/src/views/SpendChunk.ts'
import { createStore, type PageIntent, type State } from '../../shell/src/entry/store.ts'
import { StoreContext } from '../../shell/src/views/StoreContext.ts'
import { CHUNKS } from './chunks.ts'
import { emptyDialog } from './emptyDialog.ts'
import { languages } from './languages.ts'
import type { Story } from './stories.ts'
import { type Setting, storyElement } from './storyElement.ts'

const REST: State = {
  modal: { open: true, loading: false, shake: false },
  route: { history: ['Connect'], forward: true },
  catalog: {
    rows: [],
    awaited: 0,
    awaitedFrom: 0,
    methods: ['wallet'],
    awaitsAll: false,
    isCollapsed: false,
    isLoading: false,
  },
  directory: {
    query: '',
    isCertified: false,
    hasCertified: false,
    rows: [],
    count: 0,
    step: 'idle',
    hasMore: false,
    guide: [],
  },
  connect: { step: { type: 'idle' } },
  accounts: {},
  networks: { list: [] },
  features: {
    email: false,
    socials: [],
    swaps: false,
    onramp: [],
    activity: false,
    branding: false,
    receive: false,
    send: false,
    legalCheckbox: false,
    isAccepted: false,
    walletGuide: false,
    networkSwitch: false,
  },
  tokens: { step: 'reading' },
  activity: { step: 'reading', isAdding: false, hasAddFailed: false, sent: [] },
  nfts: { step: 'reading', isAdding: false, hasAddFailed: false },
  totals: { read: [] },
  receive: {},
  vault: { step: 'absent', height: 0 },
  presence: { isOffline: false },
  toast: {},
  failure: {},
  taken: {},
  preferred: [],
  theme: { themeMode: undefined, themeVariables: {} },
  event: { timestamp: 0, data: { type: 'track', event: 'MODAL_CREATED' } },
}

/** Puts one state of a story on the page as the product does: in a shadow root, under the same CSS. */
export function mountStory(story: Story, state: string, setting: Setting = {}) {
  const shown = story.states[state]
  if (!shown) throw new Error(`${story.title} has no state ${state}`)
  if (typeof shown === 'function') return mountPart(shown(), story.isInDialog ?? false, setting)
  return mountState(shown, setting)
}

/** The router over a store that holds `state`; `sent` collects what the views send. */
export function mountState(
  state: Partial<State>,
  setting: Setting = {},
  chunks: Partial<typeof CHUNKS> = {},
) {
  const { lazy: second, spend: third, entry } = { ...CHUNKS, ...chunks }
  const sent: PageIntent[] = []
  const store = createStore(
    { ...REST, ...state, modal: { ...REST.modal, ...state.modal, open: true } },
    intent => {
      sent.push(intent)
      store.publish('taken', takenBy(intent))
    },
  )
  const dismissed: true[] = []
  const place = mountDialog(setting, () => dismissed.push(true), isFirst(state))
  const router = (
    <StoreContext value={store}>
      <LocaleContext value={languages[setting.language ?? 'en']}>
        <LazyContext value={second}>
          <SpendContext value={third}>
            <EntryContext value={entry}>
              <Router lazyViews={second} />
            </EntryContext>
          </SpendContext>
        </LazyContext>
      </LocaleContext>
    </StoreContext>
  )
  const unmount = render(place.dialog.view, router)
  return {
    ...place,
    sent,
    dismissed,
    /** Publishes slices and renders. */
    publish(change: Partial<State>) {
      flushSync(() => {
        for (const [name, value] of Object.entries(change) as [keyof State, State[keyof State]][])
          store.publish(name, value)
      })
    },
    remove() {
      unmount()
      place.remove()
    },
  }
}

/**
 * A first view shows under the first style sheet alone: it may be there long before the second is. Fields of the modal's
 * own are part of the list, and come with theirs.
 */
const isFirst = ({ route = REST.route, vault }: Partial<State>) =>
  !vault?.entry && (route.history.at(-1) ?? 'Connect') in firstViews

/** One part, in a panel or in the dialog; `null` leaves the dialog's skeleton as it is. */
export function mountPart(part: ReactNode, isInDialog = false, setting: Setting = {}) {
  if (isInDialog) {
    const place = mountDialog(setting, () => {})
    const unmount = part === null ? () => {} : render(place.dialog.view, part)
    return {
      ...place,
      remove() {
        unmount()
        place.remove()
      },
    }
  }
  const { host, root } = storyElement(setting, false, true)
  const panel = document.createElement('div')
  panel.className = 'Panel'
  root.append(panel)
  const unmount = render(panel, part)
  return {
    host,
    root,
    remove() {
      unmount()
      host.remove()
    },
  }
}

function mountDialog(setting: Setting, onDismiss: () => void, isFirst = false) {
  const { host, root } = storyElement(setting, isFirst)
  const dialog = emptyDialog(onDismiss)
  root.append(dialog.element)
  dialog.open()
  const { end } = attend(dialog)
  const remove = () => {
    end()
    dialog.destroy()
    host.remove()
  }
  return { host, root, dialog, remove }
}

function render(container: HTMLElement, node: ReactNode): () => void {
  const root = createRoot(container)
  flushSync(() => root.render(node))
  return () => root.unmount()
}
