/**
 * `npm run screens` captures every screen at phone, tablet and desktop width into `.screens/`, for
 * visual review. Arguments after `--` select screens by name prefix.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { openDatabase } from '#server/kernel/database/database.ts'
import { createTestDatabase, startTestDatabases } from '#server/kernel/testing/database.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { launchOptions } from './chromium.ts'
import type { Scene, Screen } from './scene.ts'
import { screens } from './screen-list.ts'

const widths = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
const folder = fileURLToPath(new URL('../.screens/', import.meta.url))
const { positionals: wanted } = parseArgs({ allowPositionals: true })

const stopDatabases = await startTestDatabases()
const database = await createTestDatabase()
const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-screens-'))
const shop = await startShop(database.url, dataDir)
const db = openDatabase(database.url, 2)
const browser = await chromium.launch(launchOptions)
try {
  for (const screen of screens) {
    if (wanted.length > 0 && !wanted.some((word) => screen.name.startsWith(word))) continue
    for (const size of widths) await take(browser, screen, { shop, db }, size)
    console.log(`  ✓ ${screen.name}`)
  }
} finally {
  await browser.close()
  await db.destroy()
  await shop.stop()
  await stopDatabases()
  await rm(dataDir, { recursive: true, force: true })
}
console.log(`\n  Saved under ${folder}`)

async function take(
  browser: Browser,
  screen: Screen,
  scene: Scene,
  size: { width: number; height: number },
) {
  const context = await browser.newContext({
    viewport: size,
    baseURL: scene.shop.url,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  try {
    await screen.visit(page, scene)
    await page.waitForFunction(isDrawn)
    await mkdir(path.join(folder, String(size.width)), { recursive: true })
    const file = path.join(folder, String(size.width), `${screen.name}.png`)
    await page.screenshot({ path: file, fullPage: !screen.firstViewOnly })
  } catch (error) {
    console.error(`  ✗ ${screen.name} at ${size.width}: ${(error as Error).message}`)
    process.exitCode = 1
  } finally {
    await context.close()
  }
}

/** Whether the data and the pictures in and below the viewport have loaded. */
async function isDrawn() {
  for (const picture of document.images) picture.loading = 'eager'
  await document.fonts.ready
  const pictures = [...document.images].every(({ complete }) => complete)
  return pictures && !document.querySelector('.animate-shimmer')
}
