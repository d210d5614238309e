/**
 * Reads parameters. A reader takes a value and gives what it means, or throws what a node says of it.
 */

import { getBase58Encoder } from '@solana/kit'
import { Failure } from './failure.mjs'

const COMMITMENTS = ['processed', 'confirmed', 'finalized']

/** Reads all parameters of a call; the optional ones come last. */
export function readParams(readers, params = []) {
  if (!Array.isArray(params)) throw Failure.params('`params` should be an array')
  const required = readers.filter(reader => !reader.isOptional).length
  if (params.length < required) {
    throw Failure.params(`\`params\` should have at least ${required} argument(s)`)
  }
  if (params.length > readers.length) {
    const expected = `Expected from ${required} to ${readers.length} parameters.`
    throw readers.length === 0
      ? Failure.params('Invalid parameters: No parameters were expected', JSON.stringify(params))
      : Failure.params(`Invalid parameters: ${expected}`, `"Got: ${params.length}"`)
  }
  return readers.map((reader, index) => reader(params[index]))
}

export function optional(reader) {
  return Object.assign(value => (value == null ? undefined : reader(value)), { isOptional: true })
}

export function text(value) {
  return typeof value === 'string' ? value : mistake(value, 'a string')
}

export function flag(value) {
  return typeof value === 'boolean' ? value : mistake(value, 'a boolean')
}

/** What fits into 64 bits and into a number of JavaScript. */
export function natural(value) {
  return Number.isSafeInteger(value) && value >= 0 ? value : mistake(value, 'u64')
}

export function list(reader, most) {
  return value => {
    if (!Array.isArray(value)) return mistake(value, 'a sequence')
    if (value.length > most) throw Failure.params(`Too many inputs provided; max ${most}`)
    return value.map(reader)
  }
}

export function oneOf(names) {
  return value => {
    if (names.includes(text(value))) return value
    const expected = names.map(name => `\`${name}\``).join(', ')
    throw Failure.params(
      `Invalid params: unknown variant \`${value}\`, expected one of ${expected}.`,
    )
  }
}

/** An object, of which only the named fields are looked at; each may be missing. */
export function fields(readers) {
  const all = Object.entries(readers).map(([name, reader]) => [name, optional(reader)])
  return value => {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isMap) return mistake(value, 'a map')
    return Object.fromEntries(all.map(([name, reader]) => [name, reader(value[name])]))
  }
}

/** One that a node does not know it passes over. */
function commitment(value) {
  return COMMITMENTS.includes(value) ? value : undefined
}

/** The object that most methods take last. */
export function config(readers = {}) {
  return optional(fields({ commitment, minContextSlot: natural, ...readers }))
}

/** The same, of methods that tell of blocks which may still be dropped to nobody. */
export function configOfHistory(readers) {
  const read = config(readers)
  return optional(value => {
    const given = read(value)
    if (given.commitment !== 'processed') return given
    throw Failure.params('Method does not support commitment below `confirmed`')
  })
}

export const address = bytesOf(32)
export const blockhash = bytesOf(32)
export const signature = bytesOf(64)

function bytesOf(length) {
  return value => {
    const bytes = fromBase58(text(value))
    if (!bytes) throw Failure.params('Invalid param: Invalid')
    if (bytes.length !== length) throw Failure.params('Invalid param: WrongSize')
    return value
  }
}

/** @returns {Uint8Array | undefined} */
export function fromBase58(value) {
  try {
    return getBase58Encoder().encode(value)
  } catch {
    return undefined
  }
}

function mistake(value, expected) {
  throw Failure.params(`Invalid params: invalid type: ${nameOf(value)}, expected ${expected}.`)
}

function nameOf(value) {
  if (value === null) return 'null'
  if (typeof value === 'string') return `string "${value}"`
  if (typeof value === 'boolean') return `boolean \`${value}\``
  if (typeof value !== 'number') return Array.isArray(value) ? 'sequence' : 'map'
  return Number.isInteger(value) ? `integer \`${value}\`` : `floating point \`${value}\``
}
