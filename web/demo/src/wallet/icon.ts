import drawing from './wallet.svg?raw'

/** The wallet's icon for EIP-6963, which asks for a data URI of at least 96 by 96 pixels. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(drawing.trim())}`
