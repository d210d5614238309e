/** What the server that serves this page says of itself at `/config.json`. */
export type Deployment = { readonly serverUrl: string; readonly projectId: string }

let asked: Promise<Deployment> | undefined

/** Asked once per page; a failure is thrown to everyone who waits for it. */
export function loadDeployment(): Promise<Deployment> {
  asked ??= ask()
  return asked
}

async function ask(): Promise<Deployment> {
  const answer = await fetch(new URL('config.json', document.baseURI))
  if (!answer.ok) throw new Error(`config.json: HTTP status code: ${answer.status}`)
  return (await answer.json()) as Deployment
}
