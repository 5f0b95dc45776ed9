import { createHash, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { sessionCookies } from './customer.ts'
import { as, open, type Scene, type Screen } from './scene.ts'

/** Copies of the loader that are verified, traced and taken back. */
export const provenanceScreens: Screen[] = [
  { name: 'dashboard-loader-verified', visit: verified },
  { name: 'dashboard-loader-withdrawn', visit: withdrawn },
  { name: 'admin-loader-revocations', visit: revocations },
  { name: 'admin-loader-trace-copy', visit: traced },
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

/** Somebody with a loader of their own. */
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
  await page.getByLabel('SHA-256 or build id').fill(sha256)
  await page.getByRole('button', { name: 'Look Up' }).click()
  await page.getByText('Certain', { exact: true }).waitFor()
}
