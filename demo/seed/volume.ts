import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { newClient } from '#server/kernel/database/client.ts'
import { demoPasswords } from '#server/platform/sessions/demo-passwords.ts'
import { hashPassword } from '#server/platform/sessions/passwords.ts'

export interface Sizes {
  users: number
  orders: number
  logs: number
}

export type Report = (table: string, rows: number, seconds: number) => void

/**
 * The seeding steps, each named after the table that it fills, in the order of their dependencies.
 */
const sales = [
  'orders',
  'order-items',
  'payments',
  'subscriptions',
  'time-entries',
  'tickets',
  'ticket-messages',
]

/**
 * Adds the given numbers of users, orders and log entries, with all related rows, to a shop that
 * has products. The same sizes on the same shop give the same rows, except for the day that they
 * are relative to.
 */
export async function seedVolume(url: string, sizes: Sizes, report: Report): Promise<void> {
  const shop = await connect(url)
  const journal = await connect(url)
  try {
    await shop.query('begin')
    await configure(shop, { ...sizes, password_hash: await hashPassword(demoPasswords.customer) })
    await runStep(shop, 'prepare')
    await reported(shop, 'users', report)
    const { rows } = await shop.query('select coalesce(min(id), 0) as id from seed_users')
    // Log entries refer to no other table, so a second connection writes them concurrently.
    const logs = seedLogs(journal, { ...sizes, first_user: rows[0].id }, report)
    const orders = seedSales(shop, report)
    await settled([logs, orders])
    await shop.query('commit')
    await journal.query('commit')
    await shop.query('vacuum analyze')
  } finally {
    await Promise.all([shop.end(), journal.end()])
  }
}

async function seedSales(client: pg.Client, report: Report) {
  for (const step of sales) await reported(client, step, report)
}

async function seedLogs(client: pg.Client, settings: Record<string, unknown>, report: Report) {
  await client.query('begin')
  await configure(client, settings)
  await reported(client, 'logs', report)
}

/**
 * Waits for all tasks, so that no connection is closed during a query, and then throws the first
 * error.
 */
async function settled(work: Promise<unknown>[]) {
  for (const result of await Promise.allSettled(work)) {
    if (result.status === 'rejected') throw result.reason
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = newClient(url)
  await client.connect()
  return client
}

/** Passes values to the steps, which read them with `current_setting('seed.…')`. */
async function configure(client: pg.Client, settings: Record<string, unknown>) {
  await client.query(`set local work_mem = '256MB'; set local jit = off`)
  for (const [name, value] of Object.entries(settings)) {
    await client.query('select set_config($1, $2, true)', [`seed.${name}`, String(value)])
  }
}

async function reported(client: pg.Client, step: string, report: Report) {
  const began = performance.now()
  const rows = await runStep(client, step)
  report(step.replace('-', '_'), rows, (performance.now() - began) / 1000)
}

/** Runs the step's statements. Returns the number of rows that the last insert created. */
async function runStep(client: pg.Client, step: string): Promise<number> {
  const sql = await readFile(new URL(`./volume/${step}.sql`, import.meta.url), 'utf8')
  const results = [await client.query(sql)].flat() as pg.QueryResult[]
  return results.findLast(({ command }) => command === 'INSERT')?.rowCount ?? 0
}
