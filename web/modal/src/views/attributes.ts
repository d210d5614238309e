import { like, oneOf, type Rule } from '../all/check'
import type { ButtonAttributes, ModalAttributes } from '../all/elements'
import { warn } from '../all/warn'
import type { Settings } from '../entry/options'
import { namespaces } from '../generated/namespaces'

/** Whose elements are looked at, and whether anything is told. */
type Told = Pick<Settings, 'instance' | 'options'>

const any: Rule = () => undefined
const count = like(/^[1-9]\d*$/, 'a whole number from 1')

const ofModal: { readonly [K in keyof ModalAttributes]-?: Rule } = { instance: any }
const ofButton: { readonly [K in keyof ButtonAttributes]-?: Rule } = {
  instance: any,
  namespace: oneOf(...namespaces),
  label: any,
  'loading-label': any,
  balance: oneOf('hide'),
  'chars-start': count,
  'chars-end': count,
  size: oneOf('sm'),
  disabled: any,
}

const elements =
  'latchkit-button, latchkit-connect-button, latchkit-account-button, latchkit-network-button, latchkit-modal'

/** What every element may have, what we put on ours, and frameworks and tests on any: `data-id`, `v-on`, `_ngcontent-a`. */
const isOfAll = (name: string, everywhere: ReadonlySet<string>) =>
  everywhere.has(name) ||
  /^(class|is|part|role|exportparts)$|^((aria|data|v|x|ng)-|_)|^item(id|prop|ref|scope|type)$|[^a-z_-]/.test(
    name,
  )

/**
 * Tells the host's developer, unless the option `debug` is false, of the attributes that an instance's
 * elements on the page do not have, and of values that mean nothing. It comes with the second views:
 * nobody waits for it.
 */
export function checkAttributes(page: ParentNode, { instance, options }: Told): void {
  const tell = (text: string) => warn(options, text)
  const everywhere = new Set<string>()
  // What HTML has for every element is a property, but for what `isOfAll` names.
  for (const name in HTMLElement.prototype) everywhere.add(name.toLowerCase())
  for (const element of page.querySelectorAll(elements)) {
    if ((element.getAttribute('instance') || 'default') !== instance) continue
    for (const { name, value } of element.attributes)
      if (!isOfAll(name, everywhere)) checkAttribute(element.localName, name, value, tell)
  }
}

function checkAttribute(tag: string, name: string, value: string, tell: (text: string) => void) {
  const rules: { readonly [name: string]: Rule } = tag === 'latchkit-modal' ? ofModal : ofButton
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  const message = rule?.(value)
  const names = Object.keys(rules).join(', ')
  if (message) tell(`The attribute ${name} of <${tag}> is ignored: ${message}`)
  if (!rule) tell(`<${tag}> has no attribute ${name}; it is ignored. There may be ${names}`)
}
