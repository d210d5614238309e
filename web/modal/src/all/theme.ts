import type { LatchkitTheme } from './surface'

/** Draws what is in the shadow root of an element as the theme says. */
export function setTheme(element: HTMLElement, { themeMode, themeVariables }: LatchkitTheme): void {
  element.style.colorScheme = themeMode ?? ''
  for (const [name, value] of Object.entries(themeVariables))
    element.style.setProperty(name, String(value))
}
