import { expect, test, vi } from 'vitest'
import type { Adapter } from '../namespaces/Adapter'
import { wantedAdapters } from './wanted'

/** Chunks of which each says what became of it. */
function chunks() {
  const log: string[] = []
  const chunk = (name: string) => async (): Promise<Adapter> => {
    log.push(`load ${name}`)
    return {
      discover() {
        log.push(`discover ${name}`)
        return () => void log.push(`stop ${name}`)
      },
    }
  }
  return { log, loads: { solana: chunk('solana'), cosmos: chunk('cosmos') } }
}

const settled = () => new Promise(resolve => setTimeout(resolve))

test('loads what is wanted and known, once', async () => {
  const { log, loads } = chunks()
  const wanted = wantedAdapters(loads, () => {})
  wanted.want(['eip155', 'safe'])
  await settled()
  expect(log).toEqual([])
  wanted.want(['eip155', 'solana', 'solana'])
  wanted.want(['solana'])
  await settled()
  expect(log).toEqual(['load solana', 'discover solana'])
  wanted.release()
  expect(log.at(-1)).toBe('stop solana')
})

test('instances share an adapter; it leaves with the last of them', async () => {
  const { log, loads } = chunks()
  const [one, other] = [wantedAdapters(loads, () => {}), wantedAdapters(loads, () => {})]
  one.want(['solana'])
  other.want(['solana', 'cosmos'])
  await settled()
  expect(log.filter(line => line === 'discover solana')).toHaveLength(1)
  one.release()
  one.release()
  expect(log).not.toContain('stop solana')
  other.release()
  expect(log).toContain('stop solana')
  one.want(['solana'])
  await settled()
  expect(log.filter(line => line === 'discover solana')).toHaveLength(2)
  one.release()
})

test('a chunk that comes after everybody left does nothing', async () => {
  const { log, loads } = chunks()
  const wanted = wantedAdapters(loads, () => {})
  wanted.want(['cosmos'])
  wanted.release()
  await settled()
  expect(log).toEqual(['load cosmos'])
})

test('a chunk that cannot be loaded is warned of, and tried again by any who wants it, for all', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const { log, loads } = chunks()
  let isOffline = true
  const solana = () => (isOffline ? Promise.reject(new Error('offline')) : loads.solana())
  const [one, other] = [wantedAdapters({ solana }, () => {}), wantedAdapters({ solana }, () => {})]
  one.want(['solana'])
  other.want(['solana'])
  await settled()
  expect(warn).toHaveBeenCalledWith('[latchkit] The wallets of solana could not be loaded. offline')
  isOffline = false
  other.retry()
  one.retry()
  one.want(['solana'])
  await settled()
  expect(log).toEqual(['load solana', 'discover solana'])
  other.release()
  expect(log).not.toContain('stop solana')
  one.release()
  expect(log.at(-1)).toBe('stop solana')
  warn.mockRestore()
})
