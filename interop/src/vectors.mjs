/** What 2.21.8 makes of fixed input: the same on every run. What 2.17.1 makes otherwise stands beside. */

import { createPrivateKey, createPublicKey } from 'node:crypto'
import { partOf } from './clients.mjs'
import { namespaceVectors } from './namespaceVectors.mjs'
import { signInVectors } from './signInVectors.mjs'

const latest = partOf('2.21.8', '@walletconnect/utils')
const classic = partOf('2.17.1', '@walletconnect/utils')

const bytes = (value, length = 32) => Buffer.alloc(length, value).toString('hex')
const texts = [
  '{"id":1,"jsonrpc":"2.0","result":true}',
  '{}',
  '',
  '{"jsonrpc":"2.0","id":1795228313104666,"method":"wc_sessionPing","params":{}}',
  '{"name":"Grüße, 世界 🦊"}',
  JSON.stringify({ fill: 'x'.repeat(999) }),
]

export const vectors = async () => ({
  uris: uris(),
  agreements: agreements(),
  envelopes: envelopes(),
  tokens: await tokens(),
  faults: Object.entries(latest.SDK_ERRORS).map(([name, { code, message }]) => ({
    name,
    code,
    message,
  })),
  namespaces: namespaceVectors(),
  signIn: signInVectors(),
})

/** Every form in which a code is read, with what both clients read from it; and those they write. */
function uris() {
  const key = bytes(7)
  const topic = latest.hashKey(key)
  const written = { protocol: 'wc', version: 2, topic, symKey: key, relay: { protocol: 'irn' } }
  const forms = {
    plain: latest.formatUri(written),
    expiring: latest.formatUri({ ...written, expiryTimestamp: 1795228613 }),
    withMethods: latest.formatUri({
      ...written,
      expiryTimestamp: 1795228613,
      methods: ['wc_sessionAuthenticate'],
    }),
    withTwoMethods: latest.formatUri({ ...written, methods: ['wc_a', 'wc_b'] }),
    sorted: classic.formatUri({
      ...written,
      expiryTimestamp: 1795228613,
      methods: ['wc_a', 'wc_b'],
    }),
  }
  const more = {
    slashes: forms.expiring.replace('wc:', 'wc://'),
    base64: latest.toBase64(forms.withMethods, true),
    padded: Buffer.from(forms.expiring).toString('base64'),
    withUnknown: `${forms.expiring}&unknown=1`,
  }
  return Object.entries({ ...forms, ...more }).map(([name, text]) => {
    const read = latest.parseUri(text)
    const { topic, symKey, expiryTimestamp = null, methods = [] } = read
    return { name, text, topic, key: symKey, expires: expiryTimestamp, methods }
  })
}

function agreements() {
  const pairs = [
    [bytes(1), bytes(2)],
    [bytes(0xff), bytes(0x80)],
    ['58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295', bytes(0x2a)],
  ]
  return pairs.map(([own, other]) => {
    const key = latest.deriveSymKey(own, publicOf(other))
    return {
      own,
      other,
      ownPublic: publicOf(own),
      otherPublic: publicOf(other),
      key,
      topic: latest.hashKey(key),
      responseTopic: latest.hashKey(publicOf(own)),
    }
  })
}

/** The public half, by Node, which neither client is made with. */
function publicOf(secret) {
  const head = Buffer.from('302e020100300506032b656e04220420', 'hex')
  const der = Buffer.concat([head, Buffer.from(secret, 'hex')])
  const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
  return key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
}

function envelopes() {
  const key = latest.deriveSymKey(bytes(1), publicOf(bytes(2)))
  const iv = bytes(3, 12)
  const sender = publicOf(bytes(1))
  const sealed = [
    ...texts.map(text => ({
      type: 0,
      text,
      sealed: latest.encrypt({ type: 0, symKey: key, iv, message: text }),
    })),
    ...texts.map(text => ({
      type: 1,
      text,
      sealed: latest.encrypt({ type: 1, symKey: key, iv, message: text, senderPublicKey: sender }),
    })),
    ...texts.map(text => ({
      type: 2,
      text,
      sealed: latest.encodeTypeTwoEnvelope(text, 'base64url'),
    })),
  ]
  const rows = sealed.map(row => ({ ...row, id: latest.hashMessage(row.sealed) }))
  return { own: bytes(1), receiver: bytes(2), key, iv, rows }
}

async function tokens() {
  const seed = '58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295'
  const sub = 'c479fe5dc464e771e78b193d239a65b58d278cad1c34bfb0b5716e5bb514928e'
  const cases = [
    { seed, sub, aud: 'wss://relay.example.com', iat: 1656910097, ttl: 86400 },
    { seed: bytes(1), sub: bytes(2), aud: 'ws://127.0.0.1:5577', iat: 1795228004, ttl: 3600 },
    { seed: bytes(9), sub: 'any text', aud: 'wss://a.example/relay?x=1', iat: 1795228004, ttl: 1 },
  ]
  return Promise.all(
    cases.map(async row => {
      const [token, old] = await Promise.all(
        ['2.21.8', '2.17.1'].map(version => {
          const { generateKeyPair, signJWT } = partOf(version, '@walletconnect/relay-auth')
          const pair = generateKeyPair(Buffer.from(row.seed, 'hex'))
          return signJWT(row.sub, row.aud, row.ttl, pair, row.iat)
        }),
      )
      if (token !== old) throw new Error('the two clients write different tokens')
      const client = JSON.parse(Buffer.from(token.split('.')[1], 'base64url')).iss
      return { ...row, client, token }
    }),
  )
}
