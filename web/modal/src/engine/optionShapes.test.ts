import { expect, test } from 'vitest'
import manual from '../../../../docs/embed.md?raw'
import type { Rule } from '../all/check'
import options from '../entry/options.ts?raw'
import customWallet from '../generated/CustomWallet.ts?raw'
import features from '../generated/EngineFeatures.ts?raw'
import engineOptions from '../generated/EngineOptions.ts?raw'
import { connectMethods, connectorTypes } from '../generated/optionNames'
import remoteFeatures from '../generated/RemoteFeatures.ts?raw'
import { later, optionShapes } from './optionShapes'

/** The options of a table that have no effect yet, by their whole names. */
const without = (shapes: object, path = ''): string[] =>
  Object.entries(shapes).flatMap(([name, shape]) => {
    if (shape === later) return [path + name]
    return without(Array.isArray(shape) ? shape[0] : shape, `${path}${name}.`)
  })

/** The words of the lists that have no effect yet. */
const words = Object.entries({
  connectorTypeOrder: connectorTypes,
  connectMethodsOrder: connectMethods,
} as const).flatMap(([name, all]) => {
  const [rule] = optionShapes.features[name as keyof typeof optionShapes.features] as [Rule]
  return all.filter(word => rule(word) === later(true)).map(word => `${name}.${word}`)
})

test('the manual names the options that have no effect yet, and no others', () => {
  const [, list = ''] = /no effect yet\*\*\.[^:]*:([\s\S]*?)\n\n/.exec(manual) ?? []
  const named = list.split(';').flatMap(part => {
    const [, within] = /in `(\w+)`:/.exec(part) ?? []
    const names = [...part.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    return within ? names.slice(1).map(name => `${within}.${name}`) : names
  })
  expect(named.toSorted()).toEqual([...without(optionShapes), ...words].toSorted())
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
    ...said(customWallet, 'customWallets.'),
  ]
  expect(all.toSorted()).toEqual(without(optionShapes).toSorted())
})
