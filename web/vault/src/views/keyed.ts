/** Each part with a key of its own, by what it says; parts that say the same are counted. */
export function keyed<T>(parts: readonly T[]): { key: string; part: T }[] {
  const counts = new Map<string, number>()
  return parts.map(part => {
    const text = JSON.stringify(part)
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    return { key: `${count} ${text}`, part }
  })
}
