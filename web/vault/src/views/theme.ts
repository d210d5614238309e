import type { WritableFrameStore } from '../all/state.ts'

/** The names that a host may set; each of them ends in a colour, a font or a number. */
const TAKEN = ['--lk-hue', '--lk-accent', '--lk-font']

/** As `SYNC_THEME` brings it: see `crates/protocol/src/frame/theme.rs`, which lets nothing else through. */
interface Theme {
  themeMode?: 'light' | 'dark'
  themeVariables?: { [name: string]: string | number }
}

/** Draws the frame as the modal around it is drawn. */
export function followTheme(
  store: Pick<WritableFrameStore, 'get' | 'subscribe'>,
  element: HTMLElement,
): void {
  const page = document.documentElement
  const follow = () => {
    const { themeMode, themeVariables = {} } = (store.get().theme ?? {}) as Theme
    page.style.colorScheme = themeMode ?? ''
    element.style.colorScheme = themeMode ?? ''
    for (const name of TAKEN) {
      const value = themeVariables[name]
      if (value === undefined) element.style.removeProperty(name)
      else element.style.setProperty(name, String(value))
    }
  }
  store.subscribe(follow)
  follow()
}
