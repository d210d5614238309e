const warned = new Set<string>()

/** Tells the host's developer on the console, once per text and page. */
export function warnOnce(text: string): void {
  if (warned.has(text)) return
  warned.add(text)
  console.warn(`[latchkit] ${text}`)
}
