import { hex } from './bytes'

/**
 * A wallet's id, made of its name or its place on the window: the engine knows wallets by labels with
 * dots between, as in `app.phantom`. The same at every visit.
 */
export function idOf(text: string): string {
  const labels = text.split('.').map(label => label.replace(/[^\w-]+/g, '-').replace(/^-|-$/g, ''))
  const id = labels.filter(label => label !== '').join('.')
  return id || hex(new TextEncoder().encode(text))
}
