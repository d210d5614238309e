import * as codes from '../generated/codes'
import type { Answer } from './Engine'

/** The asks that wait for an answer. */
export interface Asks {
  /** Opens one; its answer comes by `answer`. */
  open(request: object): { id: number; answer: Promise<unknown> }
  /** What was asked, JSON text, if it still waits. */
  request(id: number): string | undefined
  answer(id: number, answer: Answer): void
  rejectAll(message: string): void
}

export function createAsks(): Asks {
  const waiting = new Map<number, { request: string; settle(answer: Answer): void }>()
  let lastId = 0

  function answer(id: number, given: Answer) {
    const ask = waiting.get(id)
    waiting.delete(id)
    ask?.settle(given)
  }

  return {
    open(request) {
      const id = ++lastId
      const answer = new Promise((resolve, reject) => {
        const settle = (answer: Answer) =>
          answer.type === 'value' ? resolve(answer.value) : reject(answer.error)
        waiting.set(id, { request: JSON.stringify(request), settle })
      })
      return { id, answer }
    },
    request: id => waiting.get(id)?.request,
    answer,
    rejectAll(message) {
      for (const id of [...waiting.keys()])
        answer(id, { type: 'error', error: { code: codes.internal, message } })
    },
  }
}
