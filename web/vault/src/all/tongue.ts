/** The languages that the frame speaks, BCP 47. The first stands in for all others. */
export const tongues = ['en'] as const

/** One of them. */
export type Tongue = (typeof tongues)[number]

/** The one in which somebody is spoken to who asks for these, the first first. */
export function tongueOf(asked: readonly string[]): Tongue {
  const bare = asked.map(tag => tag.toLowerCase().split('-')[0])
  return bare.map(tag => tongues.find(it => it === tag)).find(it => it !== undefined) ?? tongues[0]
}
