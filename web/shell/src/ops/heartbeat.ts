/**
 * Waits for a lock and tells `held`; has it until `signal` lets go of it, which resolves the promise. Rejects
 * where it is lost, or cannot be had in this way.
 */
export type TakeLock = (name: string, signal: AbortSignal, held: () => void) => Promise<void>

/** How often whoever has the lock says so, and how long that counts, in milliseconds. */
const beatMs = 1_000
const staleMs = 5_000
/** How long whoever takes it waits for others who do so at the same moment, in milliseconds. */
const settleMs = 100

/**
 * A lock by an item of local storage: `<who> <when>`, written again and again. Where that is blocked no
 * other tab can be seen, and the lock is had.
 */
export const heartbeat: TakeLock = (name, signal, held) =>
  new Promise((resolve, reject) => {
    const key = `@latchkit:lock:${name}`
    const own = crypto.getRandomValues(new Uint32Array(2)).join('')
    let isHeld = false
    let timer: ReturnType<typeof setTimeout> | undefined

    const take = () => {
      if (!isHeld) held()
      isHeld = true
    }

    /** Looks who has it, and says when to look again. */
    function look(): number {
      const [who, when] = localStorage.getItem(key)?.split(' ') ?? []
      const now = Date.now()
      const isOthers = who !== undefined && who !== own
      if (isOthers && isHeld) throw new Error('taken')
      if (isOthers && Math.abs(now - Number(when)) < staleMs) return beatMs
      localStorage.setItem(key, `${own} ${now}`)
      if (who !== own && !isHeld) return settleMs
      take()
      return beatMs
    }

    function beat() {
      clearTimeout(timer)
      try {
        timer = setTimeout(beat, look())
      } catch (error) {
        if (isHeld) reject(error)
        else take()
      }
    }

    function letGo() {
      clearTimeout(timer)
      removeEventListener('storage', heard)
      resolve()
      try {
        if (localStorage.getItem(key)?.startsWith(`${own} `)) localStorage.removeItem(key)
      } catch {
        // Blocked: there is no item.
      }
    }

    const heard = (event: StorageEvent) => {
      if (event.key === key) beat()
    }

    if (signal.aborted) return resolve()
    addEventListener('storage', heard)
    signal.addEventListener('abort', letGo, { once: true })
    beat()
  })
