import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '#contract/sessions.ts'
import { seedPeople } from '#demo/seed/people.ts'
import { createApiKey } from '#server/api-keys/keys.ts'
import { transaction } from '#server/kernel/database.ts'
import { openTestShop, type TestShop } from '#server/kernel/testing/shop.ts'
import { refuseDemoStaff } from '#server/staff-users/demo-staff.ts'
import { refuseDemoPasswords } from './demo-passwords.ts'
import { issueToken } from './mailed-tokens.ts'
import { hashPassword } from './passwords.ts'
import { createUser, logIn } from './testing/people.ts'

const program = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))

let shop: TestShop
let dataDir: string
beforeAll(async () => {
  shop = await openTestShop()
  dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-test-'))
})
afterAll(async () => {
  await shop.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs a program as an operator of a real shop would, and answers what it says and its exit code. */
async function run(name: string, args: string[] = []) {
  const env = {
    ...process.env,
    SITE_URL: 'https://shop.example.com',
    DATABASE_URL: shop.databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    ROLES: 'worker',
  }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program(name), ...args], {
      env,
      timeout: 25_000,
    })
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, said: stdout + stderr }
  }
}

test('a real shop stays shut while published passwords open it, and the command mends that', async () => {
  await transaction(shop.db, (tx) => seedPeople(tx, new Date()))
  await shop.db
    .updateTable('users')
    .set({ username: 'boss', email: 'boss@example.com' })
    .where('username', '=', 'admin')
    .execute()
  const boss = await shop.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('username', '=', 'boss')
    .executeTakeFirstOrThrow()
  const waiting = await issueToken(shop.db, boss, 'reset')
  const refused = await run('main.ts')
  expect(refused.code).toBe(1)
  expect(refused.said).toContain('npm run setup -- --admin you --email you@example.com')
  expect(refused.said).not.toContain('    at ')

  const made = await run('setup/command.ts', ['--admin', 'anna', '--email', 'anna@a.example'])
  expect(made.code).toBe(0)
  expect(made.said).toContain('3 of the demo shop’s accounts')
  await refuseDemoPasswords(shop.db)
  for (const [username, password] of [
    ['boss', 'Admin1234'],
    ['support', 'Support1234'],
    ['customer', 'Customer1234'],
  ] as const) {
    expect((await logIn(shop, { username, password })).status).toBe(401)
  }
  const late = { query: { token: waiting }, body: 'Glasshouse-40' }
  expect((await shop.call(sessions.resetPassword, late)).status).toBe(400)
  const { rows } = await sql`select from users where admin and username <> 'anna'`.execute(shop.db)
  expect(rows).toEqual([])

  const token = /https:\/\/shop\.example\.com\/reset-password\?token=([\w-]+)/.exec(made.said)![1]!
  const body = 'Glasshouse-41'
  expect((await shop.call(sessions.resetPassword, { query: { token }, body })).status).toBe(200)
  const signedIn = await logIn(shop, { username: 'anna', password: body })
  expect(signedIn.body).toMatchObject({ username: 'anna', admin: true })
})

test('what strangers made in a public demo is named, and taken away or kept as the operator says', async () => {
  const demo = await createUser(shop)
  const stranger = await createUser(shop)
  await shop.db.updateTable('users').set({ demo: true }).where('id', '=', demo.id).execute()
  await shop.db.updateTable('users').set({ admin: true }).where('id', '=', stranger.id).execute()
  await createApiKey(shop.db, 'strangers-ci')
  const { response } = await logIn(shop, stranger)
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

  const refused = await run('main.ts')
  expect(refused.code).toBe(1)
  for (const told of [stranger.username, 'strangers-ci', '--demo-staff remove'])
    expect(refused.said).toContain(told)
  const you = ['--admin', 'nora', '--email', 'nora@a.example']
  const unsaid = await run('setup/command.ts', you)
  expect([unsaid.code, unsaid.said]).toEqual([1, expect.stringContaining(stranger.username)])
  expect((await run('setup/command.ts', [...you, '--demo-staff', 'x'])).code).toBe(1)

  const made = await run('setup/command.ts', [...you, '--demo-staff', 'remove'])
  expect(made.code).toBe(0)
  expect(made.said).toMatch(new RegExp(`No longer staff: .*${stranger.username}`))
  expect(made.said).toContain('API keys ended: strangers-ci.')
  expect((await shop.call(sessions.get, {}, { cookie })).status).toBe(401)
  expect((await logIn(shop, stranger)).body).toMatchObject({ admin: false, support: false })
  // From now on whoever is made staff is the operator's doing.
  await shop.db.updateTable('users').set({ admin: true }).where('id', '=', stranger.id).execute()
  await createApiKey(shop.db, 'own-ci')
  await expect(refuseDemoStaff(shop.db)).resolves.toBeUndefined()

  await shop.db.updateTable('users').set({ demo: true }).where('id', '=', demo.id).execute()
  await expect(refuseDemoStaff(shop.db)).rejects.toThrow('own-ci')
  const kept = await run('setup/command.ts', [...you, '--demo-staff', 'keep'])
  expect(kept.code).toBe(0)
  await expect(refuseDemoStaff(shop.db)).resolves.toBeUndefined()
  expect((await logIn(shop, stranger)).body).toMatchObject({ admin: true })
}, 120_000)

test('the command lets a locked-out administrator in again and ends what was open', async () => {
  const user = await createUser(shop, { banned: true })
  const made = await run('setup/command.ts', [
    '--admin',
    user.username.toUpperCase(),
    '--email',
    'new-address@a.example',
    '--existing',
  ])
  expect(made.code).toBe(0)
  const now = await shop.db
    .selectFrom('users')
    .select(['email', 'admin', 'banned'])
    .where('id', '=', user.id)
    .executeTakeFirst()
  expect(now).toEqual({ email: 'new-address@a.example', admin: true, banned: false })
})

test('the command names what is wrong with what it was given', async () => {
  const other = await createUser(shop)
  const taken = await run('setup/command.ts', ['--admin', 'nobody', '--email', other.email])
  expect([taken.code, taken.said]).toEqual([
    1,
    `Another account has the address ${other.email}: name that one, or another address.\n`,
  ])
  expect((await run('setup/command.ts', ['--admin', 'nora'])).said).toContain(
    'Say who administrates the shop',
  )
  expect((await run('setup/command.ts')).said).toContain('This shop has an administrator.')
})

test('a customer who happens to choose a published password keeps no shop from starting', async () => {
  const { id } = await createUser(shop)
  const password_hash = await hashPassword('Customer1234')
  await shop.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
  await expect(refuseDemoPasswords(shop.db)).resolves.toBeUndefined()
  await shop.db.updateTable('users').set({ admin: true }).where('id', '=', id).execute()
  await expect(refuseDemoPasswords(shop.db)).rejects.toThrow('published passwords')
})
