import { type FrameState, initialState } from '../../all/state.ts'

export const title = 'Frame.Settings'

const screen = { view: 'WalletSettings' as const, origin: 'https://shop.example', site: 'Shop' }

const settings = (more: Partial<FrameState['settings']> = {}) => ({
  screen,
  settings: {
    ...initialState.settings,
    email: 'ada@example.com',
    isSignInEnough: true,
    factors: ['automatic' as const],
    sessions: [
      {
        id: '1',
        origin: 'https://shop.example',
        browser: 'Firefox on Linux',
        createdAtMs: '1763985600000',
        seenAtMs: '1764072000000',
        isThis: true,
      },
      {
        id: '2',
        origin: 'https://shop.example',
        browser: 'Safari on iPhone',
        createdAtMs: '1763985600000',
        seenAtMs: '1764000000000',
        isThis: false,
      },
      {
        id: '3',
        origin: 'https://games.other.example:8443',
        browser: 'Chrome on Windows',
        createdAtMs: '1763985600000',
        seenAtMs: '1763990000000',
        isThis: false,
      },
    ],
    events: ['signed', 'exported', 'recovered', 'enrolled', 'created'].map((kind, at) => ({
      kind,
      origin: 'https://shop.example',
      browser: 'Firefox on Linux',
      atMs: String(1764072000000 - at * 3_600_000),
    })),
    ...more,
  },
})

export const states = {
  reading: { screen, settings: { ...initialState.settings, isBusy: true } },
  unread: { screen, settings: { ...initialState.settings, fault: { type: 'offline' as const } } },
  automatic: settings(),
  code: settings({ factors: ['code'], sessions: settings().settings.sessions.slice(0, 1) }),
  passkey: settings({ factors: ['passkey'] }),
  own: settings({ factors: ['passkey'], isSignInEnough: false }),
  busy: settings({ isBusy: true }),
  failed: settings({ fault: { type: 'offline' } }),
  gaps: settings({ isWhole: false }),
  leaves: settings({ leavesAtMs: '1764676800000' }),
}
