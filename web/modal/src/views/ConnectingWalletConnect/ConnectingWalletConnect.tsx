import { Handoff } from '../Handoff.tsx'

/** A wallet that is not in this browser, wherever it can be reached. */
export const ConnectingWalletConnect = () => <Handoff view="ConnectingWalletConnect" />
