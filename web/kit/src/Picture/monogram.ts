/** The first letter or digit of a name, of any script; nothing for a name without one. */
export function monogram(name: string): string | undefined {
  return name.match(/[\p{L}\p{N}]/u)?.[0].toLocaleUpperCase()
}
