import type { FirstTexts } from './Texts.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY
const YEAR = 365 * DAY

/** How long ago, in the largest whole unit: "4 min". What lies in the future is as good as now. */
export function age(texts: FirstTexts['age'], sinceMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - sinceMs) / 1000))
  const [unit, size] = unitOf(seconds)
  return texts[unit]({ count: Math.floor(seconds / size) })
}

function unitOf(seconds: number): [keyof FirstTexts['age'], number] {
  if (seconds < MINUTE) return ['sec', 1]
  if (seconds < HOUR) return ['min', MINUTE]
  if (seconds < DAY) return ['hr', HOUR]
  if (seconds < MONTH) return ['d', DAY]
  return seconds < YEAR ? ['mo', MONTH] : ['yr', YEAR]
}
