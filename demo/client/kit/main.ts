/**
 * `npm run loader-kit -- <shop> [product]` runs the lifecycle of a loader against a shop and prints
 * the results. docs/loader.md describes the options and what the customer who approves needs.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { stampAtEnd } from '../stamp.ts'
import { isFine, playKit } from './kit.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Loaders of another customer, and one below the minimum version. */
    strangers: { type: 'string' },
    old: { type: 'string' },
    /** A product whose time is frozen for the customer. */
    frozen: { type: 'string' },
    /** A revoked loader of the customer. */
    revoked: { type: 'string' },
    /** The shop's public key, if known. Can be repeated. */
    key: { type: 'string', multiple: true },
    /** The sandbox of a shop in test mode: the kit moves its clock instead of waiting. */
    sandbox: { type: 'string' },
  },
})
const shop = (positionals[0] ?? 'http://localhost:3000').replace(/\/+$/, '')

/** Reports an error that prevents the run, such as an unavailable shop or a missing file. */
function giveUp(error: Error): never {
  console.error(error.message)
  process.exit(1)
}

async function ask<Result>(at: string): Promise<Result> {
  try {
    const response = await fetch(`${shop}/api${at}`)
    return (await response.json()) as Result
  } catch {
    console.error(`No shop responds at ${shop}`)
    process.exit(1)
  }
}

async function pass(seconds: number) {
  if (!values.sandbox) {
    console.log(`  Waiting ${seconds} seconds to miss three heartbeats`)
    return delay(seconds * 1000)
  }
  const response = await fetch(`${values.sandbox}/control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  })
  if (!response.ok) throw new Error(`The clock did not move: ${await response.text()}`)
}

const stampIn = async (file: string | undefined) =>
  (file && stampAtEnd(await readFile(file).catch(giveUp))) || undefined
const published = async () =>
  (await ask<{ keys: { public_key: string }[] }>('/loader/v1/keys')).keys.map(
    ({ public_key }) => public_key,
  )
const product = positionals[1] ?? (await ask<{ slug: string }[]>('/games'))[0]?.slug
if (!product) {
  console.error('This shop has no product')
  process.exit(1)
}

console.log(`${shop}, ${product}\n`)
const rows = await playKit({
  shop,
  product,
  trusted: values.key ?? (await published()),
  strangers: await stampIn(values.strangers),
  old: await stampIn(values.old),
  frozen: values.frozen,
  revoked: await stampIn(values.revoked),
  async approve(begun) {
    console.log(`  Open ${begun.verification_uri_complete}`)
    console.log(`  and approve ${begun.user_code} as a customer with ${product}.`)
  },
  pass,
  say(row) {
    const { tried, expected, got } = row
    console.log(`${isFine(row) ? '✓' : '✗'} ${tried.padEnd(52)} ${expected.padEnd(34)} ${got}`)
  },
}).catch(giveUp)
const wrong = rows.filter((row) => !isFine(row))
console.log(`\n${rows.length - wrong.length} of ${rows.length} checks passed`)
if (!values.strangers) console.log('Skipped: the build of another customer (--strangers FILE)')
if (!values.revoked) console.log('Skipped: a revoked build (--revoked FILE)')
if (!values.old) console.log('Skipped: a build below the minimum (--old FILE)')
if (!values.frozen) console.log('Skipped: a product whose time is frozen (--frozen SLUG)')
if (wrong.length > 0) process.exitCode = 1
