import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { createBareDatabase } from '#server/kernel/testing/database.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { codeOf } from '#server/platform/sessions/testing/factor.ts'
import { printedLink } from '#server/shop/setup/testing/printed-link.ts'
import { expect, expectUsable, test } from './test.ts'

const drawing = (inner: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inner}</svg>`),
})

async function turnOnFactor(page: Page, password: string) {
  await page.getByRole('button', { name: 'Turn On' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  const secret = (await dialog.locator('code').textContent())!.replaceAll(' ', '')
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn On' }).click()
  await page.getByRole('button', { name: 'I Have Saved Them' }).click()
}

async function printedBy(shop: { said(): string }): Promise<string> {
  await expect.poll(() => printedLink(shop)).toBeDefined()
  return printedLink(shop)!
}

test('the setup turns an empty database into a shop', async ({ page, browser, consoleErrors }) => {
  test.slow()
  // Errors for visitors of a closed shop, and for a used link.
  consoleErrors.expected.push(/status of (503|400|409|422)/)
  const database = await createBareDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-setup-'))
  const real = { SANDBOX: '0' }
  // Only this process can send emails.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Night Forge <shop@night.example>' }
  const shop = await startShop(database.url, dataDir, { ...real, ...mail })
  const neighbour = await startShop(database.url, dataDir, real)
  const visitor = await browser.newPage()
  const steps = page.getByRole('navigation', { name: 'Steps' })
  const openStep = (title: string) => steps.getByRole('link', { name: title }).click()
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
  try {
    const link = await printedBy(shop)
    expect(await printedBy(neighbour)).not.toBe(link)

    for (const address of ['/', '/store', '/status', '/signup', '/no/such/page']) {
      const answer = await visitor.goto(shop.url + address)
      expect([address, answer!.status()]).toEqual([address, 503])
      await expect(visitor.getByRole('heading', { name: sentence('not_open') })).toBeVisible()
    }
    await expect(visitor.getByRole('navigation')).toHaveCount(0)
    await expectUsable(visitor, 'opens-soon')
    await visitor.goto(`${shop.url}/setup`)
    await expect(visitor.getByText('npm run setup')).toBeVisible()
    await expectUsable(visitor, 'no-link')

    await page.goto(`${shop.url}/setup#no-such-link`)
    await expect(page.getByText('has expired or was already used')).toBeVisible()
    // Pasted into the same tab. The second process started after this link was printed.
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Make This Shop Yours' })).toBeVisible()
    await page.getByLabel('Username').fill('anna')
    await page.getByLabel('Email').fill('anna@example.com')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('Glasshouse-41')
    // After a reload only the password is lost, because it is never stored in the browser.
    expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(
      'Glasshouse',
    )
    await page.reload()
    await expect(page.getByLabel('Username')).toHaveValue('anna')
    await expect(page.getByLabel('Email')).toHaveValue('anna@example.com')
    await expect(password).toHaveValue('')
    await password.fill('Glasshouse-41')
    await page.getByLabel('Confirm password').fill('Glasshouse-42')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await expectUsable(page, 'claim')
    await page.getByLabel('Confirm password').fill('Glasshouse-41')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL(`${shop.url}/setup`)
    await expect(heading('Name and address Required')).toBeVisible()
    await expect(page.getByText(/^Step 2 of \d+$/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Skip', exact: true })).toHaveCount(0)
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(`${shop.url}/setup?step=administrator`)
    await expect(page.getByText('anna, anna@example.com')).toBeVisible()
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await expect(page).toHaveURL(`${shop.url}/setup?step=name`)
    await expect(page.getByText(`The shop’s address is ${shop.url}.`)).toBeVisible()
    await expectUsable(page, 'name-step')
    await openStep('Second factor')
    await expect(heading('Second factor Optional')).toBeVisible()
    const lacks = page.getByRole('region', { name: 'Until you finish these steps' })
    await expect(lacks).toContainText('Only your password protects your account.')
    await turnOnFactor(page, 'Glasshouse-41')
    await expect(heading('Second factor Done')).toBeVisible()
    await expect(lacks).not.toContainText('Only your password')
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
    // The browser uses a different address than links in mails and payments will have.
    const elsewhere = shop.url.replace('localhost', '127.0.0.1')
    const cookies = await page.context().cookies()
    await page
      .context()
      .addCookies(cookies.map(({ name, value }) => ({ name, value, url: elsewhere })))
    await page.goto(`${elsewhere}/setup?step=name`)
    await expect(page.getByRole('alert')).toHaveText(
      `You opened the shop at ${elsewhere}, but its configured address is ${shop.url}, which links in emails and payments use. Open it at that address, or restart it with SITE_URL=${elsewhere}.`,
    )
    await expect(page.getByText('The shop’s address is')).toHaveCount(0)
    await expectUsable(page, 'another-address')
    await page.goto(`${shop.url}/setup`)
    // A second visitor is not told to get another link.
    await visitor.goto(await printedBy(neighbour))
    await expect(visitor.getByText('This shop already has an administrator.')).toBeVisible()
    await expect(visitor.getByText('npm run setup')).toHaveCount(0)
    await expectUsable(visitor, 'claimed')
    await visitor.getByRole('main').getByRole('link', { name: 'sign in' }).click()
    await expect(visitor).toHaveURL(`${neighbour.url}/login?origin=/setup`)

    const save = page.getByRole('button', { name: 'Save' })
    await save.click()
    await expect(page.getByText('Enter a name')).toBeVisible()
    const name = page.getByLabel('Shop name')
    await name.fill('x'.repeat(41))
    await save.click()
    await expect(page.getByText('At most 40 characters')).toBeVisible()
    await name.fill('Forge')
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await page.getByRole('button', { name: 'Keep Editing' }).click()
    await save.click()
    const home = (called: string) =>
      page.getByRole('banner').getByRole('link', { name: `${called}, home` })
    await expect(home('Forge')).toBeVisible()
    await page.getByRole('button', { name: 'Change' }).click()
    await expect(name).toBeFocused()
    await name.fill('Night Forge')
    await save.click()
    await expect(home('Night Forge')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change' })).toBeFocused()
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await expect(heading('Email Done')).toBeVisible()
    await expect(page.getByText('SMTP_URL')).toBeHidden()
    await page.getByText('Set by environment').click()
    await expect(page.getByText('SMTP_URL')).toBeVisible()
    await openStep('Currency')
    await expect(heading('Currency Optional')).toBeVisible()
    await page.getByRole('button', { name: 'Set Currency' }).click()
    await expect(heading('Currency Done')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set Currency' })).toBeDisabled()
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Berlin')
    await page.getByRole('button', { name: 'Set Time Zone' }).click()
    await expect(heading('Time zone Done')).toBeVisible()
    await page.reload()
    await expect(heading('Time zone Done')).toBeVisible()
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    const setLaw = page.getByRole('button', { name: 'Set Tax and Renewals' })
    await setLaw.click()
    await expect(page.getByText('Choose an option')).toHaveCount(2)
    await page.getByLabel('Tax on documents').selectOption('None')
    await page.getByLabel('Automatic renewal').selectOption('Off by default')
    await setLaw.click()
    await expect(heading('Tax and renewals Done')).toBeVisible()
    await expect(setLaw).toBeDisabled()
    // Concurrent changes of a colleague survive, because only changed settings are sent.
    const settings = (change?: object) =>
      page.evaluate(async (body) => {
        const sent = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body }
        const answer = await fetch('/api/admin/settings/', body ? sent : {})
        return (await answer.json()) as Record<string, unknown>
      }, change && JSON.stringify(change))
    const law = async () =>
      (({ tax_mode, renew_by_default }) => [tax_mode, renew_by_default])(await settings())
    await settings({ renew_by_default: true })
    await page.getByLabel('Tax on documents').selectOption('Small-business statement')
    await setLaw.click()
    await expect.poll(law).toEqual(['small_business', true])
    await settings({ renew_by_default: false, tax_mode: 'off' })
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    const logo = page.locator('input[type=file][aria-label=Logo]')
    const setLook = page.getByRole('button', { name: 'Set Logo and Colour' })
    await logo.setInputFiles(drawing('<script>alert(1)</script>'))
    await setLook.click()
    await expect(
      page.getByText('The SVG contains <script>, which is not allowed in a logo'),
    ).toBeVisible()
    await page.getByLabel('Colour of buttons').fill('#1a237e')
    await expect(page.getByText('#1a237e is too dark for text and controls')).toBeVisible()
    await expectUsable(page, 'look-step')
    // Leaving an incomplete page asks for confirmation and keeps the input.
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await page.getByRole('button', { name: 'Keep Editing' }).click()
    await logo.setInputFiles(drawing('<rect width="9" height="9" fill="#f00"/>'))
    await setLook.click()
    await expect(heading('Logo and colour Done')).toBeVisible()
    await expect(page.getByRole('banner').locator('img[src^="/brand/"]')).toBeVisible()
    const open = page.getByRole('button', { name: 'Open Shop' })
    for (const skipped of ['Cards', 'Crypto payments', 'Captcha', 'Discord']) {
      await page.getByRole('link', { name: /^(Next|Skip)$/ }).click()
      await expect(heading(`${skipped} Optional`)).toBeVisible()
    }
    await openStep('Open the shop')
    await expect(page.getByText('Finish the required steps')).toBeVisible()
    await expect(open).toHaveCount(0)
    await expectUsable(page, 'required-steps')

    // Leaves the setup, sees the shop as staff, and resumes.
    await page.getByRole('link', { name: 'Back-office' }).first().click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    const missing = page.getByRole('region', { name: 'Not set up' })
    await expect(missing.getByText('Card payments are not set up')).toBeVisible()
    await expectUsable(page, 'not-set-up')
    await missing.getByRole('link', { name: 'Backups are not set up' }).click()
    await expect(page.getByRole('heading', { name: 'Backups' })).toBeInViewport()
    await page.goBack()
    await missing.getByRole('link', { name: 'There are no products' }).click()
    await expect(page).toHaveURL(/\/admin\/products\/add$/)
    await page.getByRole('link', { name: 'Continue the setup' }).click()
    await expect(steps.getByRole('link', { name: 'Logo and colour (done)' })).toBeVisible()
    await expect(heading('Terms and policies Required')).toBeVisible()
    const unaccepted = page.getByText('Default, not accepted')
    await expect(unaccepted).toHaveCount(5)
    await expectUsable(page, 'texts-step')
    const texts = ['Terms of Service', 'Refund Policy', 'Privacy Policy', 'FAQ', 'Footer']
    for (const [at, title] of texts.entries()) {
      await page.getByRole('main').getByRole('link', { name: title, exact: true }).click()
      await page.getByRole('button', { name: 'Accept as It Is' }).click()
      await expect(page.getByText('Version 1 by').first()).toBeVisible()
      await page.getByRole('link', { name: 'Setup', exact: true }).click()
      await expect(unaccepted).toHaveCount(texts.length - 1 - at)
    }
    await expect(heading('Terms and policies Done')).toBeVisible()
    await openStep('Open the shop')
    await expect(page.getByText('You cannot undo this.')).toBeVisible()
    const notSetUp = page.getByRole('region', { name: 'Not set up' })
    await expect(notSetUp.getByText('Card payments are not set up')).toBeVisible()
    await expect(notSetUp).not.toContainText('second factor')
    await expectUsable(page, 'open-step')
    // No product is for sale yet, so the page asks for confirmation.
    await open.click()
    const question = page.getByRole('dialog', { name: 'Open without products?' })
    await question.getByRole('button', { name: 'Not Yet' }).click()
    await expect(open).toBeFocused()
    await open.click()
    await question.getByRole('button', { name: 'Open Anyway' }).click()
    await expect(page.getByText('The shop is open to visitors.')).toBeVisible()
    await expectUsable(page, 'opened')

    for (const { url } of [shop, neighbour]) {
      await expect.poll(async () => (await visitor.goto(`${url}/store`))!.status()).toBe(200)
      await expect(visitor.getByRole('link', { name: 'Night Forge, home' })).toBeVisible()
    }
    await expect(visitor.getByText('No games yet')).toBeVisible()
    await expect(visitor.getByRole('searchbox')).toHaveCount(0)
    await expectUsable(visitor, 'empty-store')
    await visitor.goto(shop.url)
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(visitor.getByText(/Counter-Strike|\$\d|Play video/)).toHaveCount(0)
    await expectUsable(visitor, 'empty-landing')
    for (const path of ['/signup', '/forgot-password', '/verify-email?email=a@b.example']) {
      await visitor.goto(neighbour.url + path)
      await expect(visitor.getByText('This shop cannot send email yet')).toBeVisible()
      await expect(visitor.getByRole('main').getByRole('textbox')).toHaveCount(0)
      await expect(visitor.getByText('We have sent a link')).toHaveCount(0)
      await expectUsable(visitor, path)
    }
  } finally {
    await visitor.close()
    await shop.stop()
    await neighbour.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a visitor who opens a setup link too often is told when to try again', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of (400|429)/)
  const database = await createBareDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-setup-'))
  const shop = await startShop(database.url, dataDir, { SANDBOX: '0', RATE_LIMITS: 'on' })
  const body = JSON.stringify({ token: 'x'.repeat(43) })
  const headers = { 'content-type': 'application/json' }
  try {
    for (let look = 0; look < 30; look++) {
      await fetch(`${shop.url}/api/setup/link`, { method: 'POST', headers, body })
    }
    await page.goto(`${shop.url}/setup#${'x'.repeat(43)}`)
    await expect(page.getByRole('alert')).toContainText(/Please try again in \d+ seconds/)
    await expect(page.getByText('npm run setup')).toBeVisible()
  } finally {
    await shop.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
