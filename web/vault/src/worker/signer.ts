import { glue } from 'virtual:latchkit-glue/signer'
import type { FromSigner, ToSigner } from '../ops/askSigner'

/**
 * The worker: the only place where a wallet's keys are in clear, for as long as one ask takes. It can reach no server,
 * by the policy that it is served with, and says nothing but answers.
 */
const { initSync, Signer } = glue()
let signer: InstanceType<typeof Signer> | undefined

// What it throws ends it: the page hears of it, and starts another.
addEventListener('message', ({ data }: MessageEvent<ToSigner>) => {
  if ('module' in data) {
    initSync({ module: data.module })
    signer = new Signer()
  } else if (signer) {
    const [answer = '', secret] = signer.ask(data.ask, data.secret)
    const told: FromSigner = { id: data.id, answer, ...(secret !== undefined && { secret }) }
    postMessage(told)
  }
})
