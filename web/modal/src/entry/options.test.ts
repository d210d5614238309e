import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { options, projectId } from '../../test/fakes'
import { localhost, mainnet } from '../generated/builtIn'
import { english } from '../text/pageText'
import { LatchkitConfigError } from './LatchkitConfigError'
import { type LatchkitOptions, readOptions } from './options'

let alerted: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  alerted = vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

/** What is wrong with options, as `path: message`. */
function issues(given: unknown): string[] {
  try {
    readOptions(given as LatchkitOptions)
  } catch (error) {
    if (error instanceof LatchkitConfigError)
      return error.issues.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
  return []
}

const caip = { ...mainnet, caipNetworkId: 'ethereum' }

test.for<[string, object, string[]]>([
  ['another kind', { instance: 7 }, ['instance: Expected string, received number']],
  [
    'a project id that is none',
    { projectId: 'abc' },
    ['projectId: Invalid input: 32 hexadecimal digits'],
  ],
  [
    'a name with a slash',
    { instance: 'a/b' },
    ['instance: Invalid input: up to 64 letters, digits, dots and hyphens'],
  ],
  ['an address that is none', { serverUrl: 'localhost:8787' }, ['serverUrl: Invalid input: a URL']],
  ['no networks', { networks: [] }, ['networks: Required']],
  [
    'networks that are no list',
    { networks: mainnet },
    ['networks: Expected array, received object'],
  ],
  ['a hole in a list', { networks: [mainnet, undefined] }, ['networks[1]: Required']],
  [
    'a network without parts',
    { networks: [{ id: 1 }] },
    [
      'networks[0].name: Required',
      'networks[0].nativeCurrency: Required',
      'networks[0].rpcUrls: Required',
    ],
  ],
  [
    'a network with decimals of another kind',
    {
      networks: [{ ...mainnet, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: '18' } }],
    },
    ['networks[0].nativeCurrency.decimals: Expected number, received string'],
  ],
  [
    'a network with a wrong id',
    { networks: [caip] },
    ['networks[0]: Invalid input: ethereum is not CAIP-2, like eip155:1'],
  ],
  [
    'a network without an id',
    { networks: [{ ...mainnet, id: undefined, caipNetworkId: undefined }] },
    ['networks[0]: Invalid input: eip155:undefined is not CAIP-2, like eip155:1'],
  ],
  [
    'a namespace that is none',
    { networks: [{ ...caip, caipNetworkId: 'near:mainnet' }] },
    ['networks[0]: Invalid input: near:mainnet is not CAIP-2, like eip155:1'],
  ],
  [
    'a network twice',
    { networks: [mainnet, localhost, { ...mainnet, caipNetworkId: undefined }] },
    ['networks[2]: Invalid input: eip155:1 is listed twice'],
  ],
  ['both sign-ins', { siwx: {}, siweConfig: {} }, ['siwx: siweConfig and siwx cannot both be set']],
  [
    'two things',
    { assetsUrl: 1, instance: '' },
    [
      'instance: Invalid input: up to 64 letters, digits, dots and hyphens',
      'assetsUrl: Expected string, received number',
    ],
  ],
])('wrong: %s', ([, more, expected]) => {
  expect(issues(options(more))).toEqual(expected)
  expect(alerted).not.toHaveBeenCalled()
})

test('nothing at all', () => {
  expect(issues(undefined)).toEqual(['options: Required'])
  expect(issues(null)).toEqual(['options: Expected object, received null'])
  expect(issues({ projectId })).toEqual(['networks: Required'])
})

test('without a project id there is an alert, and an error with the path', () => {
  expect(issues(options({ projectId: '' }))).toEqual(['projectId: Project id required'])
  expect(alerted.mock.calls[0]?.[0]).toContain('Project id required')
  expect(() => readOptions({ networks: [mainnet] } as unknown as LatchkitOptions)).toThrow(
    'createLatchkit: projectId: Project id required',
  )
})

test('the alert is silent where the host wants none', () => {
  expect(issues(options({ projectId: '', debug: false }))).toHaveLength(1)
  expect(alerted).not.toHaveBeenCalled()
})

test('what the modal can do without is no error: it is warned of later', () => {
  const given = options({
    debug: 'yes',
    features: null,
    termsConditionsUrl: 7,
    customRpcUrls: 'https://node.test',
    providerWaitMs: -1,
    defaultNetwork: null,
  } as object)
  expect(issues(given)).toEqual([])
  expect(readOptions(given).options).toBe(given)
})

test('what is left out is filled in', () => {
  expect(readOptions(options())).toEqual({
    options: options(),
    networks: options().networks,
    instance: 'default',
    locale: 'en',
    texts: english,
    serverUrl: location.origin,
    assetsUrl: undefined,
    serverAssetsUrl: undefined,
  })
})

test.for([
  ['pt-BR', 'pt-BR'],
  ['en_US', 'en'],
  [7, 'en'],
  [undefined, 'en'],
])('the language of the texts: %s is %s', ([locale, known]) => {
  expect(readOptions(options({ locale, texts: {} } as object)).locale).toBe(known)
  expect(readOptions(options({ locale } as object)).locale).toBe('en')
})

test('texts of the host stand in the place of ours, as far as they are texts', () => {
  const texts = {
    close: 'Zu',
    network: 3,
    nobody: 'knows',
    loadFailed: { title: 'Weg', body: null },
  }
  expect(readOptions(options({ texts } as object)).texts).toEqual({
    ...english,
    close: 'Zu',
    loadFailed: { ...english.loadFailed, title: 'Weg' },
  })
  expect(readOptions(options({ texts: 'Hallo' } as object)).texts).toEqual(english)
  const { loadFailed } = readOptions(options({ texts: { loadFailed: { title: 'Weg' } } })).texts
  expect(loadFailed).toEqual({ ...english.loadFailed, title: 'Weg' })
})

test('addresses become absolute and end as they should', () => {
  const settings = readOptions(options({ serverUrl: 'https://server.test/kit/', assetsUrl: '/lk' }))
  expect(settings.serverUrl).toBe('https://server.test/kit')
  expect(settings.assetsUrl).toBe(`${location.origin}/lk/`)
  expect(settings.serverAssetsUrl).toMatch(/^https:\/\/server\.test\/kit\/assets\/\d+\.\d+\.\d+\/$/)
})
