import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { startSessionOf } from '#server/kernel/testing/customer.ts'
import { codeOf } from '#server/platform/sessions/testing/factor.ts'
import { createUser, logIn, sessionCookies } from './customer.ts'
import { as, open, type Scene, type Screen } from './scene.ts'

/** Creates a user with an active second factor. No code is valid, because the screens need none. */
async function withFactor({ db }: Scene) {
  const user = await createUser(db)
  const factor = { user_id: user.id, sealed: randomBytes(60), key_id: 'none', last_step: 0 }
  await db.insertInto('second_factors').values(factor).execute()
  const codes = [1, 2].map(() => ({ user_id: user.id, code_hash: randomBytes(32) }))
  await db.insertInto('recovery_codes').values(codes).execute()
  return user
}

async function profileOf(page: Page, { shop, db }: Scene, id: number) {
  await page.context().addCookies(sessionCookies(shop.url, await startSessionOf(db, id)))
  await open('/dashboard?t=profile')(page)
}

async function begin(page: Page, scene: Scene) {
  const user = await createUser(scene.db)
  await profileOf(page, scene, user.id)
  await page.getByRole('button', { name: 'Turn On' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(user.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const key = (await dialog.locator('code').textContent())!.replaceAll(' ', '')
  return { dialog, key }
}

async function askToRelease(page: Page, scene: Scene) {
  const { id } = await withFactor(scene)
  const device = { user_id: id, name: 'Desk', os: 'Windows 11' }
  await scene.db.insertInto('devices').values(device).execute()
  const token = await startSessionOf(scene.db, id)
  await page.context().addCookies(sessionCookies(scene.shop.url, token))
  await open('/dashboard?t=devices')(page)
  await page.getByRole('button', { name: 'Release Desk' }).click()
  return page.getByRole('dialog')
}

async function askForCode(page: Page, scene: Scene) {
  const user = await withFactor(scene)
  await open('/login')(page)
  await logIn(page, user)
  await page.getByLabel('Code').waitFor()
}

/** The second factor, from activation to loss. */
export const secondFactorScreens: Screen[] = [
  {
    name: 'login-code',
    visit: async (page, scene) => {
      await askForCode(page, scene)
      await page.getByLabel('Code').fill('123456')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByText('This code is wrong').waitFor()
    },
  },
  {
    name: 'login-recovery-code',
    visit: async (page, scene) => {
      await askForCode(page, scene)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
    },
  },
  {
    name: 'dashboard-profile-factor-password',
    visit: async (page, scene) => {
      const user = await createUser(scene.db)
      await profileOf(page, scene, user.id)
      await page.getByRole('button', { name: 'Turn On' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Your password', { exact: true }).fill('not the one')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('The current password is not correct').waitFor()
    },
    firstViewOnly: true,
  },
  {
    name: 'dashboard-profile-factor-begun',
    visit: async (page, scene) => {
      const { dialog } = await begin(page, scene)
      await dialog.getByRole('textbox', { name: 'Code' }).fill('12345')
      await dialog.getByRole('button', { name: 'Turn On' }).click()
      await page.getByText('This code is wrong').waitFor()
    },
    firstViewOnly: true,
  },
  {
    name: 'dashboard-profile-factor-codes',
    visit: async (page, scene) => {
      const { dialog, key } = await begin(page, scene)
      await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(key))
      await dialog.getByRole('button', { name: 'Turn On' }).click()
      await page.getByRole('button', { name: 'I Have Saved Them' }).waitFor()
    },
    firstViewOnly: true,
  },
  {
    name: 'dashboard-profile-factor-on',
    visit: async (page, scene) => profileOf(page, scene, (await withFactor(scene)).id),
  },
  {
    name: 'dashboard-profile-factor-off',
    visit: async (page, scene) => {
      await profileOf(page, scene, (await withFactor(scene)).id)
      await page.getByRole('button', { name: 'Turn Off' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Turn Off' }).click()
      await page.getByText('Enter a code').waitFor()
    },
    firstViewOnly: true,
  },
  {
    name: 'dashboard-devices-release',
    visit: async (page, scene) => {
      await askToRelease(page, scene)
      await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
      await page.getByText('Enter your password').waitFor()
    },
    firstViewOnly: true,
  },
  {
    name: 'dashboard-devices-release-code',
    visit: async (page, scene) => {
      const dialog = await askToRelease(page, scene)
      await dialog.getByRole('button', { name: 'Use a code' }).click()
      await dialog.getByLabel('Code').fill('123456')
      await dialog.getByRole('button', { name: 'Release' }).click()
      await page.getByText('This code is wrong').waitFor()
    },
    firstViewOnly: true,
  },
  {
    name: 'admin-users-one-factor',
    visit: async (page, scene) => {
      const { id } = await withFactor(scene)
      await as('admin', `/admin/users/${id}`)(page, scene)
      await page.getByRole('button', { name: 'Remove Second Factor' }).click()
    },
    firstViewOnly: true,
  },
]
