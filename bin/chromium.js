import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { run, step } from './steps.js'

// Without the browser around the page, the shell opens one in a quarter of the time.
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The machine's Chromium: CHROMIUM_PATH, or what the path of programs offers. */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  const candidates = process.env.CHROMIUM_PATH
    ? [process.env.CHROMIUM_PATH]
    : [...onPath, ...applications]
  return candidates.find(isProgram)
}

/**
 * Finds Chromium, or installs its shell as root on Debian. If the shell cannot be installed, another
 * Chromium does as well but is slower.
 */
export async function requireChromium() {
  const found = findChromium()
  if (found && (process.env.CHROMIUM_PATH || path.basename(found) === shell)) return found
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall && !process.env.CHROMIUM_PATH) {
    if (!found) await step('browser', install)
    else
      await install().catch(() =>
        console.log(`  ${shell} could not be installed, so ${found} is used.`),
      )
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The browser tests require Chromium. Install it (on Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to it.',
  )
}

async function install() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  await run('apt-get', ['install', '-qy', shell, 'fonts-liberation'], { env })
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
