/** One-click sign-in: the message that is signed, and recaps, as 2.21.8 writes them. */

import { partOf } from './clients.mjs'

const oracle = partOf('2.21.8', '@walletconnect/utils')

const issuer = `did:pkh:eip155:1:0x${'ab'.repeat(20)}`
const plain = {
  type: 'caip122',
  chains: ['eip155:1', 'eip155:137'],
  domain: 'dapp.example',
  aud: 'https://dapp.example/login',
  version: '1',
  nonce: 'abc12345',
  iat: '2026-11-21T02:31:41.836Z',
}
const recap = (methods, limits) =>
  oracle.encodeRecap(oracle.createRecap('eip155', 'request', methods, limits))
const sign = recap(['personal_sign', 'eth_sendTransaction'])
const limited = recap(['eth_signTypedData_v4'], { chains: ['eip155:1'] })

const payloads = {
  plain,
  statement: { ...plain, statement: 'Hello.' },
  everything: {
    ...plain,
    statement: 'Hello.',
    exp: '2026-11-22T02:31:41.836Z',
    nbf: '2026-11-21T02:31:41.836Z',
    requestId: 'request-1',
    resources: ['https://dapp.example/terms'],
  },
  recap: { ...plain, statement: 'Hello.', resources: [sign] },
  recapAlone: { ...plain, resources: [sign] },
  recapWithMore: { ...plain, statement: 'Hello.', resources: ['https://dapp.example/terms', sign] },
}

export const signInVectors = () => ({
  issuer,
  messages: Object.entries(payloads).map(([name, payload]) => ({
    name,
    payload,
    message: oracle.formatMessage(payload, issuer),
  })),
  recaps: [sign, limited].map(text => ({
    text,
    decoded: oracle.decodeRecap(text),
    methods: oracle.getMethodsFromRecap(text),
    chains: oracle.getChainsFromRecap(text),
    statement: oracle.formatStatementFromRecap('Hello.', oracle.decodeRecap(text)),
    statementAlone: oracle.formatStatementFromRecap('', oracle.decodeRecap(text)),
  })),
  merged: { first: sign, second: limited, text: oracle.mergeEncodedRecaps(sign, limited) },
  populated: oracle.populateAuthPayload({
    authPayload: { ...plain, statement: 'Hello.', resources: [sign] },
    chains: ['eip155:1'],
    methods: ['personal_sign'],
  }),
  namespaces: oracle.buildNamespacesFromAuth(['personal_sign'], [`eip155:1:0x${'ab'.repeat(20)}`]),
})
