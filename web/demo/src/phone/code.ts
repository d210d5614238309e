/**
 * The pairing URI in what a person pastes: as it is, or within a link that opens a wallet
 * (`https://wallet.example/wc?uri=…`, `wallet://wc?uri=…`). Whether it is one, the module says.
 */
export function codeIn(text: string): string {
  const trimmed = text.trim()
  if (trimmed.startsWith('wc:')) return trimmed
  const [, query] = trimmed.split('?', 2)
  return (query && new URLSearchParams(query).get('uri')) ?? trimmed
}

/** The code in a picture; nothing where there is none. Throws where the file is no picture. */
export async function codeInPicture(file: Blob): Promise<string | undefined> {
  if (!window.BarcodeDetector) return undefined
  const detector = new window.BarcodeDetector({ formats: ['qr_code'] })
  const picture = await createImageBitmap(file)
  const found = await detector.detect(picture)
  picture.close()
  return found[0]?.rawValue
}

/** Whether this browser reads codes from pictures: https://wicg.github.io/shape-detection-api/. */
export async function readsPictures(): Promise<boolean> {
  const formats = (await window.BarcodeDetector?.getSupportedFormats()) ?? []
  return formats.includes('qr_code')
}

type Detector = { detect(picture: ImageBitmap): Promise<{ readonly rawValue: string }[]> }

declare global {
  interface Window {
    readonly BarcodeDetector?: {
      new (options: { formats: string[] }): Detector
      getSupportedFormats(): Promise<string[]>
    }
  }
}
