import type { Page } from '@playwright/test'
import { demoProgram } from '#demo/loader/program.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { as, type Scene, type Screen } from './scene.ts'

/** Screens of products, blog, loader and status page. */
export const catalogueScreens: Screen[] = [
  { name: 'admin-products-none', visit: as('admin', '/admin/products?search=no+such+game') },
  { name: 'admin-products-one', visit: section('') },
  { name: 'admin-products-one-devices', visit: section('/devices') },
  { name: 'admin-products-one-discord', visit: section('/discord') },
  { name: 'admin-products-one-codes', visit: section('/codes') },
  { name: 'admin-products-one-releases', visit: section('/releases') },
  { name: 'admin-products-discard', visit: discarding, firstViewOnly: true },
  { name: 'admin-products-delete', visit: deleting, firstViewOnly: true },
  { name: 'admin-products-add-wrong', visit: wrong },
  { name: 'admin-codes-none', visit: as('admin', '/admin/codes?search=no+such+code') },
  { name: 'admin-codes-add', visit: addingCode, firstViewOnly: true },
  { name: 'admin-codes-generate', visit: generatingCodes, firstViewOnly: true },
  { name: 'admin-blogs-none', visit: as('admin', '/admin/blogs?search=no+such+post') },
  { name: 'admin-blogs-delete', visit: deletingPost, firstViewOnly: true },
  { name: 'admin-blogs-one', visit: post },
  { name: 'admin-blogs-one-new', visit: as('admin', '/admin/blogs/new') },
  { name: 'admin-loader-upload', visit: uploading, firstViewOnly: true },
  { name: 'admin-loader-upload-paused', visit: uploadPaused, firstViewOnly: true },
  { name: 'admin-loader-unfinished', visit: unfinished },
  { name: 'admin-loader-promote', visit: promoting, firstViewOnly: true },
  { name: 'admin-loader-edit', visit: editingRelease, firstViewOnly: true },
  { name: 'admin-loader-roll-back', visit: rollingBack, firstViewOnly: true },
  { name: 'admin-loader-none', visit: as('admin', '/admin/loader?kind=module&channel=beta') },
  { name: 'admin-loader-builds', visit: builds },
  { name: 'admin-loader-builds-none', visit: as('admin', '/admin/loader/builds?search=nobody') },
  { name: 'admin-status-edit', visit: editingModule, firstViewOnly: true },
  { name: 'admin-status-key', visit: makingKey, firstViewOnly: true },
]

async function productWithCodes(db: Database) {
  const { product_id } = await db
    .selectFrom('discounts')
    .select('product_id')
    .groupBy('product_id')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return product_id
}

function section(path: string) {
  return async (page: Page, scene: Scene) => {
    await as('admin', `/admin/products/${await productWithCodes(scene.db)}${path}`)(page, scene)
  }
}

async function discarding(page: Page, scene: Scene) {
  await section('')(page, scene)
  await page.getByLabel('Name').fill('Another name')
  await page.getByRole('link', { name: 'Plans and sale' }).click()
}

async function addingCode(page: Page, scene: Scene) {
  await section('/codes')(page, scene)
  await page.getByRole('button', { name: 'Add Code' }).click()
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('spring-10')
  await page.getByLabel('Amount in percent').fill('10')
}

async function generatingCodes(page: Page, scene: Scene) {
  await as('admin', '/admin/codes')(page, scene)
  await page.getByRole('button', { name: 'Generate Codes' }).click()
  await page.getByLabel('Amount in percent').fill('10')
  await page.getByRole('dialog').getByRole('button', { name: 'Generate Codes' }).click()
}

async function deleting(page: Page, scene: Scene) {
  await as('admin', '/admin/products')(page, scene)
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
}

async function wrong(page: Page, scene: Scene) {
  await as('admin', '/admin/products/add')(page, scene)
  await page.getByRole('button', { name: 'Add Product' }).click()
}

async function deletingPost(page: Page, scene: Scene) {
  await as('admin', '/admin/blogs')(page, scene)
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
}

async function post(page: Page, scene: Scene) {
  const { id } = await scene.db
    .selectFrom('blog_posts')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await as('admin', `/admin/blogs/${id}`)(page, scene)
}

async function uploading(page: Page, scene: Scene) {
  await as('admin', '/admin/loader')(page, scene)
  await page.getByRole('button', { name: 'Upload Release' }).click()
}

/** An upload whose first part has arrived and whose second part fails. */
async function uploadPaused(page: Page, scene: Scene) {
  await uploading(page, scene)
  await page.route('**/api/admin/loader/uploads/*-*', (route, request) => {
    const { 'upload-offset': offset = '0' } = request.headers()
    return request.method() === 'PATCH' && offset !== '0' ? undefined : route.continue()
  })
  await page.getByLabel('Version').fill('1.5.0')
  const name = 'night-forge-loader-windows-x64-release.exe'
  const buffer = Buffer.concat([demoProgram('1.5.0'), Buffer.alloc(20_000_000)])
  await page
    .getByRole('button', { name: 'File', exact: true })
    .setInputFiles({ name, mimeType: 'application/x-msdownload', buffer })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText(/^[4-9]\d% sent$/).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused at').waitFor()
}

async function unfinished(page: Page, scene: Scene) {
  await uploadPaused(page, scene)
  await page.getByRole('button', { name: 'Stop Upload' }).click()
  await page.getByText('The upload was stopped').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Unfinished uploads' }).waitFor()
}

async function promoting(page: Page, scene: Scene) {
  await as('admin', '/admin/loader?kind=loader')(page, scene)
  // Another test of the same shop may have promoted a later release.
  await page.getByRole('button', { name: /^(Roll-out|Promote) 1\.4\.2$/ }).click()
  await page.getByText('would be offered 1.4.2').waitFor()
}

async function editingRelease(page: Page, scene: Scene) {
  await as('admin', '/admin/loader?kind=loader')(page, scene)
  await page.getByRole('button', { name: 'Edit 1.4.2' }).click()
  await page.getByLabel('Notes').waitFor()
}

async function rollingBack(page: Page, scene: Scene) {
  const now = await scene.db
    .selectFrom('loader_releases')
    .select(['id', 'size', 'sha256'])
    .where('version', '=', '1.4.2')
    .executeTakeFirstOrThrow()
  const { size, sha256 } = now
  // Added only once: the next width finds it.
  const before = await scene.db
    .insertInto('loader_releases')
    .values({ version: '1.4.1', storage_key: 'loader/releases/before', size, sha256 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  for (const { id: release_id } of before ? [before, now] : [])
    await scene.db
      .insertInto('loader_promotions')
      .values({ release_id, channel: 'stable' })
      .execute()
  await as('admin', '/admin/loader?kind=loader')(page, scene)
  await page.getByRole('button', { name: 'Roll Back 1.4.2' }).click()
  await page.getByText('would be offered 1.4.2').waitFor()
}

/** Several successful builds and a failed one. */
async function builds(page: Page, scene: Scene) {
  const release = await scene.db
    .selectFrom('loader_releases')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const user = await scene.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'support')
    .executeTakeFirstOrThrow()
  const error = 'The file of release 1.4.2 is missing'
  await scene.db
    .insertInto('loader_builds')
    .values({ user_id: user.id, release_id: release.id, status: 'failed', error })
    .execute()
  await as('admin', '/admin/loader/builds')(page, scene)
}

async function editingModule(page: Page, scene: Scene) {
  await as('admin', '/admin/status')(page, scene)
  await page.getByRole('button', { name: 'Edit loader' }).click()
}

async function makingKey(page: Page, scene: Scene) {
  await as('admin', '/admin/status')(page, scene)
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await page.getByLabel('Name').fill('ci')
  await page.getByRole('button', { name: 'Create Key' }).click()
  await page.getByRole('button', { name: 'Copy key' }).waitFor()
}
