import signerUrl from '../worker/signer.ts?worker&url'

/** The address that the one policy of this page lets through. */
interface ScriptPolicy {
  createScriptURL(url: string): string
}

/** As browsers have it that know of it: https://w3c.github.io/trusted-types/dist/spec/ */
interface Trusting {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy
}

const { trustedTypes } = globalThis as { trustedTypes?: Trusting }

const rules: ScriptPolicy = {
  createScriptURL(url) {
    if (url !== signerUrl) throw new TypeError(`${url} is no script of this page`)
    return url
  },
}

/** Where trusted types are asked for, no address becomes a script but this one. */
const policy = trustedTypes?.createPolicy('latchkit-worker', rules) ?? rules

/** Starts the worker that alone has keys in clear. */
export const startSigner = (): Worker =>
  new Worker(policy.createScriptURL(signerUrl), { name: 'signer' })
