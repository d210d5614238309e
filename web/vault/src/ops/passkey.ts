import type { Perform } from '../../../shell/src/ops/Perform'

/** How long a person may take: as long as what they approve waits for them. */
const timeout = 300_000
/** ES256 and RS256, by https://www.iana.org/assignments/cose. Nothing is ever verified that they sign. */
const algorithms = [-7, -257]
/** Where the flags stand in authenticator data, and which says that it may be on other devices, too: WebAuthn, 6.1. */
const flagsAt = 32
const isEligible = 0b1000

/**
 * Has a passkey of this origin evaluate its PRF for a salt; without an id a new one, which stands beside those that are
 * there, and is asked as it will be asked: what some give as they are made is not held to be that. Nothing is signed that
 * anybody verifies: what the PRF gives is all that it is for.
 */
export const passkey: Perform<'passkey'> = async ({ id, salt, name }, { signal, reply }) => {
  const made = id === undefined ? await make(name, signal) : undefined
  const used = await use(made?.rawId ?? bytesOf(id ?? ''), bytesOf(salt), signal)
  const first = used.getClientExtensionResults().prf?.results?.first
  reply({
    type: 'passkey',
    id: used.id,
    isBackedUp: !made || isOnOtherDevices(made),
    ...(first && { secret: btoa(String.fromCharCode(...new Uint8Array(first as ArrayBuffer))) }),
  })
}

async function make(person: string, signal: AbortSignal) {
  // One that came to nothing stays with whoever keeps passkeys: by when it was made a person knows which to remove.
  const moment = new Date().toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
  const name = `${person}, ${moment}`
  const made = await navigator.credentials.create({
    signal,
    publicKey: {
      rp: { name: location.hostname },
      // Another person each time, or it would take the place of the one that still opens the wallet.
      user: { id: random(), name, displayName: name },
      challenge: random(),
      pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key', alg })),
      // The PRF gives something else to whoever was not verified.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      extensions: { prf: {} },
      timeout,
    },
  })
  return made as PublicKeyCredential
}

async function use(id: BufferSource, first: BufferSource, signal: AbortSignal) {
  const used = await navigator.credentials.get({
    signal,
    publicKey: {
      challenge: random(),
      allowCredentials: [{ type: 'public-key', id }],
      userVerification: 'required',
      extensions: { prf: { eval: { first } } },
      timeout,
    },
  })
  return used as PublicKeyCredential
}

function isOnOtherDevices({ response }: PublicKeyCredential): boolean {
  const data = (response as AuthenticatorAttestationResponse).getAuthenticatorData()
  return Boolean((new Uint8Array(data)[flagsAt] ?? 0) & isEligible)
}

const random = () => crypto.getRandomValues(new Uint8Array(32))

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), it => it.charCodeAt(0))
