/**
 * `npm run bench` measures each performance claim next to a reference that runs at the same time,
 * so that other load on the machine slows both. It prints figures and never fails because of them.
 * Arguments after `--` select parts: http, orders, paid, loaders, campaigns, documents, page,
 * start. These parts take minutes and run only if named: builds (or `builds=30` instead of 1,000),
 * renewals (or `renewals=2000` instead of 100,000), credits (or `credits=50000` instead of
 * 1,000,000), users, order-list, logs, dashboard, backup, flat (or `flat=2` for two minutes instead
 * of ten). With `10m`, the list parts also run with ten million rows.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createTestDatabase, startTestDatabases } from '#server/kernel/testing/database.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { measureBackup } from './backup.ts'
import { brandShop } from './branded.ts'
import { measureBuilds } from './builds.ts'
import { measureCampaigns } from './campaigns.ts'
import { startChild } from './child.ts'
import { measureCredits } from './credits.ts'
import { measureDashboard } from './dashboard.ts'
import { measureDocuments } from './documents.ts'
import { measureFlatness } from './flat.ts'
import { measureHttp } from './http.ts'
import { measureJavaScript } from './javascript.ts'
import { generator } from './load.ts'
import { measureLoaders } from './loaders.ts'
import { measureLogs } from './logs.ts'
import { measureMemory } from './memory.ts'
import { measureOrderList } from './order-list.ts'
import { measureOrders } from './orders.ts'
import { measurePaidOrders } from './paid.ts'
import { printRow, printTitle } from './print.ts'
import { measureRenewals } from './renewals.ts'
import { measureStart } from './start.ts'
import { measureUsers } from './users.ts'

const { positionals: chosen } = parseArgs({ allowPositionals: true })
const names = (part: string) => chosen.includes(part)
const wants = (part: string) => chosen.length === 0 || names(part)
/** `flat` or `flat=minutes`. */
const flat = chosen.map((word) => /^flat(?:=(\d+))?$/.exec(word)).find(Boolean)
/** `builds` or `builds=number`. */
const builds = chosen.map((word) => /^builds(?:=(\d+))?$/.exec(word)).find(Boolean)
/** `credits` or `credits=runs`. */
const credits = chosen.map((word) => /^credits(?:=(\d+))?$/.exec(word)).find(Boolean)
/** `renewals` or `renewals=due`. */
const renewals = chosen.map((word) => /^renewals(?:=(\d+))?$/.exec(word)).find(Boolean)
const sizes = [10_000, 1_000_000, ...(names('10m') ? [10_000_000] : [])]

const stopDatabases = await startTestDatabases()
try {
  if (['http', 'orders', 'loaders', 'page'].some(wants) || flat || renewals) await measureShop()
  if (wants('campaigns')) {
    printTitle('Campaign mails per second to the sandbox, against handing over the same mails')
    await measureCampaigns(0.4)
  }
  if (wants('documents')) {
    printTitle('Documents as PDFs, against pdfkit that is handed the same page')
    await measureDocuments(0.5)
  }
  if (builds) {
    printTitle('Copies of a release with all marks, against copying its file')
    await measureBuilds(Number(builds[1] ?? 1000), 0.25)
  }
  if (credits) {
    printTitle('Time credited to all customers of a product')
    const most = Number(credits[1] ?? 1_000_000)
    for (const runs of [Math.min(10_000, most), most]) await measureCredits(runs, 1.5)
  }
  if (names('users')) {
    printTitle('User search, time at the database and back, 95th percentile')
    await measureUsers(sizes)
  }
  if (names('order-list')) {
    printTitle('Orders as staff look for them, 95th percentile')
    await measureOrderList(sizes)
  }
  if (names('logs')) {
    printTitle('The log with its filters and totals, 95th percentile')
    await measureLogs(sizes)
  }
  if (names('backup')) {
    printTitle('A backup against pg_dump of the same database')
    await measureBackup(0.5)
  }
  if (names('dashboard')) {
    printTitle('Dashboard with five million orders, 95th percentile')
    await measureDashboard()
  }
} finally {
  await stopDatabases()
}
if (wants('paid')) {
  printTitle('Orders paid and delivered on a PostgreSQL with fsync, against bare pg')
  await measurePaidOrders(12)
}
if (wants('start')) {
  printTitle('From the command to the first answer')
  await measureStart()
}

async function measureShop() {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-bench-'))
  const provider = await startChild<object, string>('./provider.ts', {
    siteUrl: 'http://localhost:3000',
    key: 'bench',
    ipnSecret: 'bench',
  })
  const crypto = {
    NOWPAYMENTS_URL: provider.said,
    NOWPAYMENTS_API_KEY: 'bench',
    NOWPAYMENTS_IPN_SECRET: 'bench',
  }
  await brandShop(database.url)
  const shop = await startShop(database.url, dataDir, crypto)
  try {
    const idle = await measureMemory(shop.url)
    if (wants('http')) {
      printTitle(`Requests per second by ${generator}, 32 connections, against bare node:http`)
      await measureHttp('GET /api/games', `${shop.url}/api/games`, 0.8)
      await measureHttp('GET /store', `${shop.url}/store`, 0.8)
      await measureHttp('GET /product/1', `${shop.url}/product/1`, 0.8)
    }
    const afterReads = await measureMemory(shop.url)
    if (wants('orders')) {
      printTitle('Orders per second, 16 buyers, against bare pg running the same SQL')
      await measureOrders(shop, { dataDir, env: crypto }, 0.5)
    }
    if (wants('page')) {
      printTitle('Size')
      printRow('Memory of the server, idle', `${idle} MB`, 'aim: 180 MB or less')
      printRow('Memory, after reads', `${afterReads} MB`, 'aim: 300 MB or less')
      const afterAll = await measureMemory(shop.url)
      printRow('Memory, after orders', `${afterAll} MB`, 'aim: 300 MB or less')
      const { kilobytes, files } = await measureJavaScript(shop.url)
      const figure = `${kilobytes} kB in ${files} files`
      printRow('JavaScript of /store, compressed', figure, 'aim: under 125 kB')
    }
    if (wants('loaders')) {
      printTitle('Requests of loaders per second, 16 connections, against bare Fastify')
      await measureLoaders(shop, { dataDir, env: crypto })
    }
    if (renewals) {
      const due = Number(renewals[1] ?? 100_000)
      printTitle('Renewals, against asking the stand-in for as many payments')
      await measureRenewals(shop, due)
    }
    if (flat) {
      const minutes = Number(flat[1] ?? 10)
      printTitle(`Memory over ${minutes} minutes of reads, orders and sign-ins`)
      const { first, second } = await measureFlatness(shop, minutes)
      printRow('Most in the first half, in the second', `${first} MB, ${second} MB`, 'aim: 350 MB')
    }
  } catch (error) {
    // Printed before the database stops: that breaks open connections, whose errors say nothing.
    console.error(error)
    throw error
  } finally {
    await shop.stop()
    provider.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
