import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { health } from '#contract/platform/health.ts'
import { settings } from '#contract/platform/settings.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { findProblems } from '#server/platform/health/problems.ts'
import { backUpWhenDue } from './jobs.ts'

const place = await mkdtemp(path.join(tmpdir(), 'loadout-schedule-'))
afterAll(() => rm(place, { recursive: true }))
const shop = await fileFixture(openTestShop({ env: { BACKUP_TO: place } }))
const admin = await signIn(shop.app, { admin: true })
const state = async () => (await shop.call(health.get, {}, admin)).body.backup
const made = async () => (await readdir(place)).filter((name) => !name.startsWith('.')).length

test('backs up once a day on time, and retains the set number', async () => {
  await backUpWhenDue(shop.shop)
  expect(await made()).toBe(0)
  const { revision } = (await shop.call(settings.get, {}, admin)).body
  const body = { backup_at: '00:00', backup_keep: 1, revision }
  expect((await shop.call(settings.change, { body }, admin)).status).toBe(200)
  await backUpWhenDue(shop.shop)
  await backUpWhenDue(shop.shop)
  expect(await made()).toBe(1)
  expect(await state()).toMatchObject({
    at: '00:00',
    made_at: expect.any(String),
    place,
    encrypted: false,
    failed_at: null,
    overdue: false,
  })
  const [first] = (await readdir(place)).filter((name) => !name.startsWith('.'))
  await sql`update backups set made_at = made_at - interval '1 day'`.execute(shop.db)
  await backUpWhenDue(shop.shop)
  const left = (await readdir(path.join(place), { recursive: true })).filter((name) =>
    name.endsWith('manifest.json'),
  )
  expect(left).toHaveLength(1)
  expect(left[0]).not.toContain(first)
  const { body: metrics } = await shop.app.inject('/metrics')
  expect(metrics).toMatch(/^loadout_backup_age_seconds \d/m)
})

test('a backup of a killed process has failed, and reports it', async () => {
  await sql`delete from backups`.execute(shop.db)
  const making = backUpWhenDue(shop.shop)
  const failing = expect(making).rejects.toThrow('stopped by SIGKILL')
  const kill = () =>
    execFileSync('pkill', ['-9', '-P', String(process.pid), '-f', 'backups/command'])
  await vi.waitFor(kill, { timeout: 60_000, interval: 20 })
  await failing
  expect(await state()).toMatchObject({
    made_at: null,
    error: 'The backup process was stopped by SIGKILL',
  })
  await backUpWhenDue(shop.shop)
  expect(await state()).toMatchObject({ made_at: expect.any(String), error: null })
})

test('a backup older than twice its interval is a problem, and a failure is reported', async () => {
  expect(await findProblems(shop.db, shop.shop)).not.toContain('backup late')
  await sql`update backups set made_at = made_at - interval '49 hours'`.execute(shop.db)
  await sql`update settings set backup_since = now() - interval '49 hours'`.execute(shop.db)
  const broken = { ...shop.shop, config: { ...shop.shop.config, backupTo: '/dev/null/nowhere' } }
  const thrown = await backUpWhenDue(broken).catch((error) => error as Error)
  const told = await state()
  expect(told).toMatchObject({ overdue: true, error: expect.stringContaining('ENOTDIR') })
  // The failed job has the same message as the card.
  expect((thrown as Error).message).toBe(told.error)
  expect(await findProblems(shop.db, shop.shop)).toContain('backup late')
})
