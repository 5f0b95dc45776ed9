/**
 * `npm run lighthouse` runs Lighthouse on the public pages of the built site. Arguments after `--`
 * select phone or desktop.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { freePorts } from '#server/kernel/config/free-ports.ts'
import { createTestDatabase, startTestDatabases } from '#server/kernel/testing/database.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { launchOptions } from '../e2e/chromium.ts'

const aims = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const categories = Object.keys(aims)
const folder = fileURLToPath(new URL('../.lighthouse/', import.meta.url))
const { positionals: chosen } = parseArgs({ allowPositionals: true })
const devices = ['phone', 'desktop'].filter((name) => chosen.length === 0 || chosen.includes(name))

const stopDatabases = await startTestDatabases()
const database = await createTestDatabase()
const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-lighthouse-'))
const shop = await startShop(database.url, dataDir)
const [port] = await freePorts(1)
const browser = await chromium.launch({
  ...launchOptions,
  args: [...launchOptions.args, `--remote-debugging-port=${port}`],
})
await mkdir(folder, { recursive: true })
try {
  const [first] = await (await fetch(`${shop.url}/api/games`)).json()
  const pages = {
    ...{ landing: '/', store: '/store', product: `/product/${first.id}` },
    ...{ blog: '/blog', login: '/login' },
  }
  console.log(`${''.padEnd(20)}${categories.map((name) => name.padStart(16)).join('')}`)
  for (const device of devices) {
    for (const [name, address] of Object.entries(pages)) await judge(device, name, address)
  }
  const aimed = Object.values(aims).map((aim) => String(aim).padStart(16))
  console.log(`${'aim, or better'.padEnd(20)}${aimed.join('')}\n\n  Reports are under ${folder}`)
} finally {
  await browser.close()
  await shop.stop()
  await database.drop()
  await stopDatabases()
  await rm(dataDir, { recursive: true, force: true })
}

async function judge(device: string, name: string, address: string) {
  const config = device === 'desktop' ? desktopConfig : undefined
  const flags = { port: port!, output: 'html' as const, onlyCategories: categories }
  const result = await lighthouse(shop.url + address, flags, config)
  if (!result) throw new Error(`Lighthouse said nothing of ${address}`)
  const scores = categories.map((category) => {
    const score = result.lhr.categories[category]?.score ?? 0
    return String(Math.round(score * 100)).padStart(16)
  })
  console.log(`${`${device} ${name}`.padEnd(20)}${scores.join('')}`)
  for (const audit of Object.values(result.lhr.audits)) {
    const counts = audit.scoreDisplayMode === 'binary' || audit.scoreDisplayMode === 'metricSavings'
    if (counts && audit.score !== null && audit.score < 0.9) console.log(`    ${audit.title}`)
  }
  await writeFile(path.join(folder, `${device}-${name}.html`), String(result.report))
}
