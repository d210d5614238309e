import type { LaunchOptions } from '@playwright/test'

/**
 * What stays off. Playwright would switch off that a frame's storage is another one on each site, too, which is not what
 * people meet: the last of two switches of a name counts.
 */
const off = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
]

/**
 * Debian's Chromium, off the network. Playwright would switch popup blocking and the back/forward cache
 * off, which is not what people meet.
 */
export const launchOptions: LaunchOptions = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    // Names of other sites lead to this machine, and to none beyond it.
    '--host-resolver-rules=MAP *.example 127.0.0.1',
    `--disable-features=${off.join(',')}`,
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  ignoreDefaultArgs: ['--disable-popup-blocking', '--disable-back-forward-cache'],
}
