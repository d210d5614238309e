'use client'

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { setFramework } from '../all/framework'
import { disconnectedAccount, noNetwork, restingState } from '../all/selectors'
import {
  createLatchkit,
  type Eip1193Provider,
  getLatchkit,
  type Latchkit,
  type LatchkitAccount,
  type LatchkitActiveNetwork,
  type LatchkitEvent,
  type LatchkitOptions,
  type LatchkitState,
  type LatchkitTheme,
  type LatchkitWallet,
  type SolanaProvider,
} from '../entry/main'
import type { Namespace } from '../generated/Namespace'

export type {} from './jsx'

setFramework('react')

const LatchkitContext = createContext<Latchkit | undefined>(undefined)

/** What {@link LatchkitProvider} takes: the result of `createLatchkit`, or the options for it. */
export type LatchkitProviderProps = { children?: ReactNode } & (
  | { latchkit: Latchkit; options?: undefined }
  | { options: LatchkitOptions; latchkit?: undefined }
)

/**
 * Names the modal for the hooks below it. With `options` it makes it, once for each project and
 * instance, and other options apply as they come; hooks work without a provider too, once
 * `createLatchkit` was called.
 */
export function LatchkitProvider({ latchkit, options, children }: LatchkitProviderProps) {
  const made = latchkit ?? (options && findOrMake(options))
  const last = useRef(options)
  useEffect(() => {
    if (latchkit || !options) return
    const gone = Object.keys(last.current ?? {}).map(name => [name, undefined])
    last.current = options
    findOrMake(options).updateOptions({ ...Object.fromEntries(gone), ...options })
  }, [latchkit, options])
  return <LatchkitContext.Provider value={made}>{children}</LatchkitContext.Provider>
}

/** Nothing changes for one that is there, since components may not do so while they render. */
function findOrMake(options: LatchkitOptions): Latchkit {
  const found = getLatchkit(options.instance)
  return found?.getProjectId() === options.projectId ? found : createLatchkit(options)
}

/** What a hook is about. */
type InNamespace<N extends Namespace = Namespace> = { namespace?: N | undefined }

/** Opens and closes the modal. */
export function useLatchkit(): Pick<Latchkit, 'open' | 'close'> {
  return useInstance('useLatchkit')
}

/**
 * The account of a namespace, of the one in use if left out. On the server and while hydrating:
 * disconnected.
 */
export function useLatchkitAccount<N extends Namespace = Namespace>({
  namespace,
}: InNamespace<N> = {}): LatchkitAccount<N> {
  const latchkit = useInstance('useLatchkitAccount')
  const subscribe = useCallback(
    (changed: () => void) => latchkit.subscribeAccount(changed, namespace),
    [latchkit, namespace],
  )
  return useSyncExternalStore(
    subscribe,
    () => latchkit.getAccount(namespace),
    () => disconnectedAccount,
  )
}

/** The connected wallet of a namespace, of the one in use if left out. */
export function useWalletInfo({ namespace }: InNamespace = {}): {
  walletInfo: LatchkitWallet | undefined
} {
  const latchkit = useInstance('useWalletInfo')
  const subscribe = useCallback(
    (changed: () => void) => latchkit.subscribeWalletInfo(changed, namespace),
    [latchkit, namespace],
  )
  const walletInfo = useSyncExternalStore(
    subscribe,
    () => latchkit.getWalletInfo(namespace),
    () => undefined,
  )
  return { walletInfo }
}

/** The EIP-1193 provider of a namespace. The same object whether connected or not. */
export function useLatchkitProvider(namespace?: 'eip155'): { walletProvider: Eip1193Provider }
export function useLatchkitProvider(namespace: 'solana'): {
  walletProvider: SolanaProvider | undefined
}
export function useLatchkitProvider(namespace: Namespace | undefined): {
  walletProvider: Eip1193Provider | undefined
}
export function useLatchkitProvider(namespace?: Namespace) {
  return { walletProvider: useInstance('useLatchkitProvider').getProvider(namespace) }
}

/** The network in use, and the way to another. */
export function useLatchkitNetwork(): LatchkitActiveNetwork & Pick<Latchkit, 'switchNetwork'> {
  const latchkit = useInstance('useLatchkitNetwork')
  const network = useSyncExternalStore(
    latchkit.subscribeNetwork,
    latchkit.getNetwork,
    () => noNetwork,
  )
  const { switchNetwork } = latchkit
  return useMemo(() => ({ ...network, switchNetwork }), [network, switchNetwork])
}

/** What the modal is at. */
export function useLatchkitState(): LatchkitState {
  const latchkit = useInstance('useLatchkitState')
  return useSyncExternalStore(latchkit.subscribeState, latchkit.getState, () => restingState)
}

/** What was counted last. On the server and while hydrating: nothing. */
export function useLatchkitEvents(): LatchkitEvent | undefined {
  const latchkit = useInstance('useLatchkitEvents')
  return useSyncExternalStore(latchkit.subscribeEvents, latchkit.getEvent, () => undefined)
}

/** How the modal is drawn, and the ways to change it. */
export function useLatchkitTheme(): LatchkitTheme &
  Pick<Latchkit, 'setThemeMode' | 'setThemeVariables'> {
  const latchkit = useInstance('useLatchkitTheme')
  const themeMode = useSyncExternalStore(
    latchkit.subscribeTheme,
    latchkit.getThemeMode,
    () => undefined,
  )
  const themeVariables = useSyncExternalStore(
    latchkit.subscribeTheme,
    latchkit.getThemeVariables,
    () => noVariables,
  )
  const { setThemeMode, setThemeVariables } = latchkit
  return { themeMode, themeVariables, setThemeMode, setThemeVariables }
}

/** Disconnects one namespace, or all. */
export function useDisconnect(): {
  disconnect: (options?: InNamespace) => Promise<void>
} {
  const latchkit = useInstance('useDisconnect')
  return useMemo(
    () => ({ disconnect: ({ namespace } = {}) => latchkit.disconnect(namespace) }),
    [latchkit],
  )
}

const noVariables: LatchkitTheme['themeVariables'] = Object.freeze({})

function useInstance(hook: string): Latchkit {
  const latchkit = useContext(LatchkitContext) ?? getLatchkit()
  if (!latchkit)
    throw new Error(
      `${hook} found no modal: call createLatchkit() before, or put the component in <LatchkitProvider>.`,
    )
  return latchkit
}
