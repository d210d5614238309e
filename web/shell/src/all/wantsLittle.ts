/**
 * Whether the visitor wants little to be loaded.
 * https://developer.mozilla.org/docs/Web/API/NetworkInformation/saveData, Chromium only.
 */
export function wantsLittle(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
