import { expect, test } from 'vitest'
import manual from '../../../../docs/embed.md?raw'
import options from '../entry/options.ts?raw'
import features from '../generated/EngineFeatures.ts?raw'
import engineOptions from '../generated/EngineOptions.ts?raw'
import remoteFeatures from '../generated/RemoteFeatures.ts?raw'
import { later, optionShapes } from './optionShapes'

/** The options of a table that have no effect yet, by their whole names. */
const without = (shapes: object, path = ''): string[] =>
  Object.entries(shapes).flatMap(([name, shape]) => {
    if (shape === later) return [path + name]
    return typeof shape === 'object' && !Array.isArray(shape)
      ? without(shape, `${path}${name}.`)
      : []
  })

const kinds = ['connectorTypeOrder.walletConnect', 'connectorTypeOrder.external']

test('the manual names the options that have no effect yet, and no others', () => {
  const [, list = ''] = /no effect yet\*\*\.[^:]*:([\s\S]*?)\n\n/.exec(manual) ?? []
  const named = list.split(';').flatMap(part => {
    const [, within] = /in `(\w+)`:/.exec(part) ?? []
    const names = [...part.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    return within ? names.slice(1).map(name => `${within}.${name}`) : names
  })
  expect(named.toSorted()).toEqual([...without(optionShapes), ...kinds].toSorted())
})

test('the types say of the options that have no effect yet, and of no others, that they have none', () => {
  const said = (source: string, path = '') =>
    source
      .split('/**')
      .filter(part => /No effect/.test(part.split('*/')[0] ?? ''))
      .map(part => path + /\*\/\s*(?:readonly )?(\w+)\?:/.exec(part)?.[1])
  const [before = '', after = ''] = options.split('export interface LatchkitOptions')
  const all = [
    ...said(after),
    ...said(engineOptions),
    ...said(before, 'features.'),
    ...said(features, 'features.'),
    ...said(remoteFeatures, 'remoteFeatures.'),
  ]
  expect(all.toSorted()).toEqual(without(optionShapes).toSorted())
})

test('the two kinds of wallets that there are none of are those that have no effect yet', () => {
  const [rule] = optionShapes.features.connectorTypeOrder
  const named = kinds.map(name => name.replace('connectorTypeOrder.', ''))
  expect(named.map(rule)).toEqual(named.map(() => later(true)))
  expect(rule('injected')).toBeUndefined()
})
