/** Where Safe's app is. */
const origins = ['https://app.safe.global']

/**
 * The origin of the Safe app, if the page is right inside it. Firefox tells no ancestors, but who embeds
 * it is its referrer until it goes elsewhere.
 */
export function safeOrigin(page: Window = window): string | undefined {
  if (page.parent === page) return undefined
  const { ancestorOrigins } = page.location
  const embedder = ancestorOrigins ? ancestorOrigins[0] : originOf(page.document.referrer)
  return origins.find(origin => origin === embedder)
}

function originOf(address: string): string | undefined {
  try {
    return new URL(address).origin
  } catch {
    // There is no referrer.
    return undefined
  }
}
