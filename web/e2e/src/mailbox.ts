import { expect } from '@playwright/test'

interface Mail {
  to: string
  subject: string
  text: string
}

/** The code of the last mail to an address, as soon as it is there. The mailbox shows the newest first. */
export async function codeFor(address: string, server: string, after = 0): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const mails = await mailsFor(address, server)
    expect(mails.length).toBeGreaterThan(after)
    code = /\b(\d{3}) ?(\d{3})\b/
      .exec(mails[0]?.text ?? '')
      ?.slice(1)
      .join('')
    expect(code).toBeDefined()
  }).toPass()
  return code as string
}

/** The mails to an address, the newest first. */
export async function mailsFor(address: string, server: string): Promise<Mail[]> {
  const answer = await fetch(`${server}/dev/mailbox.json`)
  const mails = (await answer.json()) as Mail[]
  return mails.filter(({ to }) => to === address)
}
