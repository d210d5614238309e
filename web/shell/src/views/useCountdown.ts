import { useEffect, useState } from 'react'

const SECOND_MS = 1_000

/** How many seconds are left until a moment, which is text of milliseconds since 1970; none without one. */
export function useCountdown(atMs: string | undefined): number {
  const [nowMs, setNowMs] = useState(Date.now)
  const left = Math.max(0, Math.ceil((Number(atMs ?? 0) - nowMs) / SECOND_MS))
  const isOver = left === 0
  useEffect(() => {
    setNowMs(Date.now())
    if (isOver) return
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [isOver])
  return left
}
