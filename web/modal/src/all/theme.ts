import type { LatchkitTheme } from './surface'

/** Draws what is in the shadow root of an element as the theme says. */
export function setTheme(element: HTMLElement, { themeMode, themeVariables }: LatchkitTheme): void {
  if (themeMode) element.setAttribute('theme', themeMode)
  else element.removeAttribute('theme')
  for (const [name, value] of Object.entries(themeVariables))
    element.style.setProperty(name, String(value))
}
