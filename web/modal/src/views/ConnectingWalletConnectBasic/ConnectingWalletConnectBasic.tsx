import { Handoff } from '../Handoff.tsx'

/** Any wallet that is not in this browser: one that reads a code. */
export const ConnectingWalletConnectBasic = () => <Handoff view="ConnectingWalletConnectBasic" />
