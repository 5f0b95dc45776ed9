import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { staffTexts } from '#contract/platform/staff-texts.ts'
import { texts } from '#contract/platform/texts.ts'
import { furnish } from '#demo/seed/demo.ts'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import { startS3Store } from '#server/adapters/storage/testing/s3-store.ts'
import { transaction } from '#server/kernel/database/database.ts'
import { openTestShop, type TestShop } from '#server/kernel/testing/shop.ts'
import { createApiKey } from '#server/platform/api-keys/keys.ts'
import { demoPasswords, refuseDemoPasswords } from '#server/platform/sessions/demo-passwords.ts'
import { hashPassword } from '#server/platform/sessions/passwords.ts'
import { createUser, logIn } from '#server/platform/sessions/testing/people.ts'
import { landing } from '#server/platform/texts/defaults/landing.ts'
import { kept, takenOut } from './setup/from-demo.ts'

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

/** Runs a program like the operator of a real shop. Returns its output and exit code. */
async function run(name: string, args: string[] = [], more: Record<string, string> = {}) {
  const env = {
    ...process.env,
    ...more,
    SITE_URL: 'https://shop.example.com',
    DATABASE_URL: shop.databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    ROLES: 'worker',
  }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program(name), ...args], {
      env,
      timeout: 120_000,
    })
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, said: stdout + stderr }
  }
}

const count = async (table: string) => {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from ${sql.table(table)}`.execute(shop.db)
  return rows[0]!.rows
}

test('every table is either kept or emptied when a demo becomes a real shop', async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(shop.db)
  expect([...kept, ...takenOut].sort()).toEqual(rows.map(({ name }) => name))
})

test('a demo becomes a real shop without its public passwords, and keeps its products', async () => {
  const { db } = shop
  await transaction(db, (tx) => furnish(tx, new Map(), new Map()))
  await db
    .updateTable('settings')
    .set({ opened_at: null, shop_name: 'Night Forge', currency_chosen_at: new Date() })
    .execute()
  const stranger = await createUser(shop)
  await db.updateTable('users').set({ admin: true }).where('id', '=', stranger.id).execute()
  await createApiKey(db, 'strangers-ci')
  const { response } = await logIn(shop, stranger)
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const title = 'Forged at night'
  const words = { name: 'landing', ...landing, title, publish: true } as const
  expect((await shop.call(staffTexts.save, { body: words }, { cookie })).status).toBe(200)
  const before = { products: await count('products'), posts: await count('blog_posts') }
  expect(Math.min(before.products, before.posts)).toBeGreaterThan(0)

  const you = ['--admin', 'anna', '--email', 'anna@a.example']
  for (const refused of [await run('main.ts'), await run('shop/setup-command.ts', you)]) {
    expect(refused.code).toBe(1)
    expect(refused.said).toContain('npm run setup -- --from-demo')
    expect(refused.said).not.toContain('    at ')
  }

  const unasked = await run('shop/setup-command.ts', ['--from-demo'])
  expect([unasked.code, unasked.said]).toEqual([
    1,
    expect.stringContaining('To continue, add --yes'),
  ])
  expect(await count('users')).toBeGreaterThan(0)
  const storage = await openFileStorage(path.join(dataDir, 'files'))
  const leftOver = ['loader/releases/1f0c.exe', 'loader/builds/77']
  for (const key of [...leftOver, 'images/kept']) {
    await storage.put(key, Buffer.from('x'), { contentType: 'application/octet-stream' })
  }
  const out = await run('shop/setup-command.ts', ['--from-demo', '--yes'])
  for (const key of leftOver) expect([key, await storage.stat(key)]).toEqual([key, null])
  expect(await storage.stat('images/kept')).not.toBeNull()
  expect([out.code, out.said]).toEqual([
    0,
    expect.stringMatching(/orders of the demo are deleted.*https:\/\/shop\.example\.com\/setup#/s),
  ])
  for (const table of takenOut) {
    const left = table === 'logs' || table === 'setup_links' ? 1 : 0
    expect([table, await count(table)]).toEqual([table, left])
  }
  expect({ products: await count('products'), posts: await count('blog_posts') }).toEqual(before)
  // The author of the texts no longer exists.
  const versions = await db.selectFrom('text_versions').select(['name', 'published_by']).execute()
  expect(versions).toContainEqual({ name: 'landing', published_by: null })
  const unsaid = await db
    .selectFrom('settings')
    .select(['shop_name', 'currency_chosen_at'])
    .executeTakeFirstOrThrow()
  expect(unsaid).toEqual({ shop_name: null, currency_chosen_at: null })
  expect((await shop.call(sessions.get, {}, { cookie })).status).toBe(401)
  for (const [username, password] of Object.entries(demoPasswords))
    expect((await logIn(shop, { username, password })).status).toBe(401)
  await expect(db.deleteFrom('logs').execute()).rejects.toThrow('append-only')

  // Links in mails of the demo, which anyone could read, must not work for later users.
  expect(await count('secrets')).toBe(0)

  const link = await run('shop/setup-command.ts')
  expect(link.said).toMatch(
    /within an hour to set up the shop: https:\/\/shop\.example\.com\/setup#[\w-]{43}\n/,
  )
  const made = await run('shop/setup-command.ts', you)
  expect(made.code).toBe(0)
  const token = /https:\/\/shop\.example\.com\/reset-password\?token=([\w-]+)/.exec(made.said)![1]!
  const body = 'Glasshouse-41'
  expect((await shop.call(sessions.resetPassword, { query: { token }, body })).status).toBe(200)
  const signedIn = await logIn(shop, { username: 'anna', password: body })
  expect(signedIn.body).toMatchObject({ username: 'anna', admin: true })
  expect((await run('shop/setup-command.ts', ['--from-demo', '--yes'])).said).toContain(
    'no demo shop',
  )
  expect(await count('users')).toBe(1)

  await db.updateTable('settings').set({ opened_at: new Date() }).execute()
  const shown = async () => (await shop.call(texts.landing, {})).body.title
  await expect.poll(shown).toBe(title)
})

test('an unusable bucket leaves the demo unchanged, an unavailable one keeps files and names them', async () => {
  const { id } = await createUser(shop)
  await shop.db.updateTable('users').set({ demo: true }).where('id', '=', id).execute()
  await shop.db.updateTable('settings').set({ opened_at: null }).execute()
  const store = await startS3Store()
  const takeOut = (S3_URL: string) =>
    run('shop/setup-command.ts', ['--from-demo', '--yes'], { S3_URL, LOG_LEVEL: 'silent' })
  const refused = await takeOut(store.noBucket)
  await store.close()
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('There is no bucket')])
  expect(await count('users')).toBeGreaterThan(0)

  const { code, said } = await takeOut('s3://KEY:SECRET@127.0.0.1:1/shop?tls=off')
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/cannot be reached .* Then delete everything below loader\/.*\/setup#/s),
  ])
  expect(await count('users')).toBe(0)
})

test('refuses to delete anything from a shop that was opened to visitors', async () => {
  const customer = await createUser(shop)
  await shop.db.updateTable('users').set({ demo: true }).where('id', '=', customer.id).execute()
  await shop.db.updateTable('settings').set({ opened_at: new Date() }).execute()
  const refused = await run('shop/setup-command.ts', ['--from-demo', '--yes'])
  expect([refused.code, refused.said]).toEqual([
    1,
    'This shop has customers of its own, so nothing was deleted.\n',
  ])
  await shop.db.updateTable('users').set({ demo: false }).where('id', '=', customer.id).execute()
})

test('the command restores access for an administrator and ends the open sessions', async () => {
  const user = await createUser(shop, { banned: true })
  const made = await run('shop/setup-command.ts', [
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
  expect(made.said).not.toContain('API keys')
})

test('the command reports the API keys that the account created', async () => {
  const user = await createUser(shop, { admin: true })
  await createApiKey(shop.db, 'ci', ['report_status'], user.id)
  const made = await run('shop/setup-command.ts', ['--admin', user.username, '--email', user.email])
  expect(made.said).toContain('1 API keys that this account created still work')
})

test('the command explains invalid options', async () => {
  const other = await createUser(shop, { admin: true })
  const taken = await run('shop/setup-command.ts', ['--admin', 'nobody', '--email', other.email])
  expect([taken.code, taken.said]).toEqual([
    1,
    `Another account uses the address ${other.email}. Use that account, or another address.\n`,
  ])
  expect((await run('shop/setup-command.ts', ['--admin', 'nora'])).said).toContain(
    'Name the administrator',
  )
  expect((await run('shop/setup-command.ts')).said).toContain('already has an administrator')
})

test('a customer with a published password does not prevent the start of a shop', async () => {
  const { id } = await createUser(shop)
  const password_hash = await hashPassword('Customer1234')
  await shop.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
  await expect(refuseDemoPasswords(shop.db)).resolves.toBeUndefined()
  await shop.db.updateTable('users').set({ admin: true }).where('id', '=', id).execute()
  await expect(refuseDemoPasswords(shop.db)).rejects.toThrow('which is public')
})
