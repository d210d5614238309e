import type { Page, Response } from '@playwright/test'

type Props = { event: string; properties?: object; address?: string }
type TrackedEvent = { url: string; domain: string; props: Props }

/** What a page tells the server from now on, with its answers. */
export function listen(page: Page, server: string) {
  const tracked: TrackedEvent[] = []
  const answers: Response[] = []
  const isEvent = (url: string) => url.startsWith(`${server}/e?`)
  page.on('request', request => {
    if (isEvent(request.url())) tracked.push(JSON.parse(request.postData() ?? ''))
  })
  page.on('response', response => {
    if (isEvent(response.url())) answers.push(response)
  })
  return { tracked, answers, names: () => tracked.map(({ props }) => props.event).sort() }
}

/** How far somebody is who signs in by e-mail, as it was told, in its order. */
export const stepsOf = ({ tracked }: ReturnType<typeof listen>) =>
  tracked
    .map(({ props: { event, properties } }) => ({ event, properties }))
    .filter(({ event }) => /^(EMAIL|CONNECT|DEVICE)_/.test(event))
