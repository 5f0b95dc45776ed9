import { findChromium } from '#bin/chromium.js'

/**
 * The machine's Chromium. As root it needs --no-sandbox. The other flags prevent background network
 * requests.
 */
export const launchOptions = {
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
