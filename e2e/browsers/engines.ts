import { accessSync, constants } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { findChromium } from '#bin/chromium.js'
import { openChromium } from './chromium.ts'
import type { Driver } from './driver.ts'
import { openFirefox } from './firefox.ts'
import { openWebKit } from './webkit.ts'

type Engine = { open: () => Promise<Driver> } | { missing: string }

export const engineNames = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof engineNames)[number]

/** How to open each engine, or which packages are missing. */
export const engines: Record<EngineName, () => Promise<Engine>> = {
  async chromium() {
    if (!findChromium()) return { missing: 'Chromium is not installed' }
    return { open: openChromium }
  },
  async firefox() {
    const program = onPath('firefox-esr') ?? onPath('firefox')
    if (!program) return { missing: 'Firefox is not installed (Debian: firefox-esr)' }
    return { open: () => openFirefox(program) }
  },
  async webkit() {
    const driver = onPath('WebKitWebDriver')
    const browser = await miniBrowser()
    if (!driver || !browser)
      return { missing: 'WebKitGTK is not installed (Debian: webkit2gtk-driver)' }
    const display = onPath('Xvfb')
    if (!display) return { missing: 'WebKitGTK has no display (Debian: xvfb)' }
    return { open: () => openWebKit({ driver, browser, display }) }
  },
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, name)).find(isProgram)
}

/** The folder name contains the architecture and the version of the library. */
async function miniBrowser(): Promise<string | undefined> {
  const found: string[] = []
  for await (const file of glob('/usr/lib*/{*/,}webkit2gtk-4.*/MiniBrowser')) found.push(file)
  return found.sort().reverse().find(isProgram)
}

function isProgram(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
