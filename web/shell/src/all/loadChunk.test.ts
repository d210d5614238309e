import { expect, test, vi } from 'vitest'
import { loadChunk } from './loadChunk'

test('imports what is beside the module', async () => {
  const beside = async () => ({ text: 'beside' })
  const chunk = { file: './a.js', integrity: 'sha256-', beside }
  expect(await loadChunk(chunk, {})).toEqual({ text: 'beside' })
})

test('elsewhere only what has the right hash is imported', async () => {
  const source = 'export const text = "server"'
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(source))
  const right = `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
  const beside = () => Promise.reject(new Error('404'))
  const load = (file: string, integrity: string) =>
    loadChunk<{ text: string }>(
      { file, integrity, beside },
      { serverAssetsUrl: 'https://server.test/' },
    )
  expect((await load(url, right)).text).toBe('server')
  const other = URL.createObjectURL(new Blob([`${source};`], { type: 'text/javascript' }))
  await expect(load(other, right)).rejects.toThrow('missing or changed')
  expect(document.querySelector('link[rel=modulepreload][href^="blob:"]')).toBeNull()
})

test('where the browser cannot check what it imports, nothing comes from elsewhere', async () => {
  const url = URL.createObjectURL(new Blob(['export const text = 1'], { type: 'text/javascript' }))
  const supports = vi.spyOn(DOMTokenList.prototype, 'supports').mockReturnValue(false)
  const beside = vi.fn(() => Promise.reject(new Error('404')))
  const chunk = { file: url, integrity: 'sha256-', beside }
  const sources = { serverAssetsUrl: 'https://server.test/' }
  await expect(loadChunk(chunk, sources)).rejects.toThrow('it cannot be checked')
  expect(supports).toHaveBeenCalledWith('modulepreload')
  supports.mockRestore()
})

test('a second try has another address, since browsers remember a failed import', async () => {
  const beside = vi.fn(() => Promise.reject(new Error('offline')))
  const chunk = { file: './never.js', integrity: 'sha256-', beside }
  await expect(loadChunk(chunk, {})).rejects.toThrow('Tried: beside the module (Error: offline)')
  await expect(loadChunk(chunk, {})).rejects.toThrow(/never\.js\?try=1 \(/)
  expect(beside).toHaveBeenCalledTimes(2)
})
