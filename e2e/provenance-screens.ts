import { createHash, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Trace } from '#contract/licensing/staff-traces.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { sessionCookies } from './customer.ts'
import { as, open, type Scene, type Screen } from './scene.ts'

/** Copies of the loader that are verified, traced and revoked. */
export const provenanceScreens: Screen[] = [
  { name: 'dashboard-loader-verified', visit: verified },
  { name: 'dashboard-loader-withdrawn', visit: withdrawn },
  { name: 'admin-loader-revocations', visit: revocations },
  { name: 'admin-loader-trace-copy', visit: traced },
  ...(['strong', 'mixed', 'release', 'unknown'] as const).map((verdict) => ({
    name: `admin-loader-trace-${verdict}`,
    visit: tracedAs(verdict),
  })),
  { name: 'admin-loader-evidence-none', visit: as('admin', '/admin/loader/evidence?uid=999999') },
  { name: 'admin-loader-evidence', visit: evidence },
  { name: 'admin-loader-evidence-delete', visit: deleting, firstViewOnly: true },
  {
    name: 'admin-users-one-revoke-loaders',
    visit: async (page, scene) => {
      const { user } = await issued(scene.db)
      await as('admin', `/admin/users/${user}`)(page, scene)
      await page.getByRole('button', { name: 'Revoke Loaders' }).click()
      await page.getByRole('dialog').getByText('1 build').first().waitFor()
    },
    firstViewOnly: true,
  },
]

const file = Buffer.from('a loader of somebody')
const sha256 = createHash('sha256').update(file).digest('hex')

/** A customer with their own copy of the loader. */
async function issued(db: Database) {
  const { user, token } = await signInAs(db)
  const release = await db
    .selectFrom('loader_releases')
    .select('id')
    .where('product_id', 'is', null)
    .where('version', '=', '1.4.2')
    .executeTakeFirstOrThrow()
  const { id: build } = await db
    .insertInto('loader_builds')
    .values({
      ...{ user_id: user.id, release_id: release.id, status: 'ready', sha256, size: file.length },
      ...{ storage_key: `loader/builds/${randomUUID()}`, finished_at: sql`now()` },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { user: user.id, token, build }
}

async function revoke(db: Database, user_id: number, build_id?: string) {
  const { id: actor_id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('build_revocations')
    .values({
      ...{ user_id, actor_id, reason: 'Found on a forum, with the name of its customer cut out' },
      ...(build_id
        ? { scope: 'build', build_id, state: 'revoked' }
        : { scope: 'customer', state: 'suspended' }),
    } as const)
    .execute()
}

async function asOwner(page: Page, { shop }: Scene, token: string) {
  await page.context().addCookies(sessionCookies(shop.url, token))
  await open('/dashboard?t=loader')(page)
}

async function verified(page: Page, scene: Scene) {
  const { token } = await issued(scene.db)
  await asOwner(page, scene, token)
  const loader = { name: 'loadout-loader.exe', mimeType: 'application/octet-stream', buffer: file }
  await page.getByLabel('Loader to verify').setInputFiles(loader)
  await page.getByText('unchanged: version 1.4.2').waitFor()
}

async function withdrawn(page: Page, scene: Scene) {
  const { user, token, build } = await issued(scene.db)
  await revoke(scene.db, user, build)
  await asOwner(page, scene, token)
}

async function revocations(page: Page, scene: Scene) {
  const [one, other] = [await issued(scene.db), await issued(scene.db)]
  await revoke(scene.db, one.user, one.build)
  await revoke(scene.db, other.user)
  await as('admin', '/admin/loader/revocations')(page, scene)
}

async function traced(page: Page, scene: Scene) {
  await issued(scene.db)
  await as('admin', '/admin/loader/trace')(page, scene)
  await page.getByLabel('SHA-256 or build ID').fill(sha256)
  await page.getByRole('button', { name: 'Look Up' }).click()
  await page.getByText('Certain', { exact: true }).waitFor()
}

/** Returns a trace result that no file of a demo shop would produce. */
function tracedAs(verdict: 'strong' | 'mixed' | 'release' | 'unknown') {
  return async (page: Page, scene: Scene) => {
    const people = [await issued(scene.db), await issued(scene.db)]
    const named = { strong: 1, mixed: 2, release: 0, unknown: 0 }[verdict]
    const copies = people.slice(0, named).map(({ user, build }) => ({
      ...{ build, version: '1.4.2', issued_at: new Date().toISOString(), tail: false },
      ...{ slots: 3, of_slots: 64 },
      customer: {
        ...{ uid: user, username: `user-${user}`, joined: new Date().toISOString(), banned: false },
        ...{ orders: [], downloads: [], devices: [], resets: [], browsers: [] },
      },
    }))
    const release = { id: 1, version: '1.4.2', product: null, slots: 64 }
    const answer: Trace = {
      ...{ verdict, sha256, size: 4_210_688, copies, more: 0, evidence: null },
      release: verdict === 'unknown' ? null : { ...release, signed: false },
      error_below: named > 0 ? 12 : null,
      unchecked: { blocks: verdict === 'release' ? 412 : 0, slots: 0 },
    }
    await page.route('**/api/admin/loader/traces/file*', (route) => route.fulfill({ json: answer }))
    await as('admin', '/admin/loader/trace')(page, scene)
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'leak.exe', mimeType: 'application/octet-stream', buffer: file })
    await page.getByRole('button', { name: 'Trace File' }).click()
    await page.getByRole('heading', { name: 'Verdict' }).waitFor()
  }
}

async function evidence(page: Page, scene: Scene) {
  const { user, build } = await issued(scene.db)
  const { id: admin } = await scene.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  const kept = { kept_by: admin, size: 4_210_688, traced_at: sql<Date>`now()` }
  const hash = () => createHash('sha256').update(randomUUID()).digest('hex')
  const { id } = await scene.db
    .insertInto('evidence')
    .values({
      ...{ ...kept, sha256: hash(), verdict: 'strong', storage_key: `evidence/${randomUUID()}` },
      file_name: 'Counter-Strike loader (cracked by somebody with a long name) v1.4.2 FINAL.exe',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await scene.db
    .insertInto('evidence_copies')
    .values({ evidence_id: id, build, user_id: user })
    .execute()
  await scene.db
    .insertInto('evidence')
    .values({
      ...{ ...kept, sha256: hash(), verdict: 'unknown', file_name: 'loader.exe' },
      ...{ deleted_at: sql<Date>`now()`, deleted_by: admin },
      deletion_reason: 'It was not ours',
    })
    .execute()
  await as('admin', '/admin/loader/evidence')(page, scene)
}

async function deleting(page: Page, scene: Scene) {
  await evidence(page, scene)
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}
