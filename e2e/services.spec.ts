import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { captchaSecret, solvedCaptcha } from '#sandbox/captcha.ts'
import { type RunningSandbox, startSandbox } from '#sandbox/main.ts'
import { testSecrets } from '#sandbox/test-shop.ts'
import { openDatabase } from '#server/kernel/database/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { createBareDatabase } from '#server/kernel/testing/database.ts'
import { shopPorts, startShop } from '#server/kernel/testing/running-shop.ts'
import { openDnsServer } from '#server/platform/health/testing/dns-server.ts'
import { sessionCookies } from './customer.ts'
import { expect, expectUsable, test } from './test.ts'

/** Expects a confirmation before another page discards typed keys, before and after `type`. */
async function expectKept(page: Page, type: () => Promise<void>) {
  const users = page
    .getByRole('navigation', { name: 'Back-office' })
    .getByRole('link', { name: 'Users' })
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  for (const step of [type, async () => {}]) {
    await users.first().click()
    await question.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(question).toHaveCount(0)
    await step()
  }
}

async function codeFor(sandbox: RunningSandbox, address: string) {
  const url = `${sandbox.url}/control/mail?to=${encodeURIComponent(address)}`
  const newest = async () => {
    const { messages } = (await (await fetch(url)).json()) as { messages: { subject: string }[] }
    return messages[0]?.subject
  }
  await expect.poll(newest).toMatch(/^\d{6} is your code/)
  return (await newest())!.slice(0, 6)
}

/**
 * Like the provider's script, it reports when it is ready, and calls back once a challenge is
 * solved.
 */
const fakeTurnstile = `
  let solve
  let solved = 0
  window.turnstile = {
    render(container, { sitekey, callback }) {
      container.textContent = 'Solved by ' + sitekey
      solve = () => setTimeout(() => callback('${solvedCaptcha}' + ++solved))
      solve()
      return 'widget'
    },
    reset: () => solve(),
    remove() {},
  }
  window[new URL(document.currentScript.src).searchParams.get('onload')]()
`

// As long as real keys, so that their last characters may be shown.
const secrets = {
  ...testSecrets,
  nowpaymentsKey: 'KEY4-OFTHE-ENVI1-RONMT',
  nowpaymentsIpnSecret: 'of-the-environment-too',
  btcpayKey: 'the-key-of-one-store-of-a-server',
}

test('an administrator sets up the services of a real shop on its pages', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/status of 422/)
  const database = await createBareDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-services-'))
  const ports = await shopPorts()
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    siteUrl: `http://localhost:${ports.PORT}`,
    secrets: { ...secrets, stripeWebhookSecret: null, btcpayWebhookSecret: null },
  })
  const dns = await openDnsServer({
    'night.example': ['v=spf1 mx +all'],
    'google._domainkey.night.example': [`v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQ'.repeat(18)}`],
  })
  const shop = await startShop(database.url, dataDir, {
    ...ports,
    DNS_SERVER: dns.address,
    SANDBOX: '0',
    PROVIDERS_URL: sandbox.url,
    NOWPAYMENTS_API_KEY: secrets.nowpaymentsKey,
    NOWPAYMENTS_IPN_SECRET: secrets.nowpaymentsIpnSecret,
  })
  const db = openDatabase(database.url, 2)
  try {
    const { user, token } = await signInAs(db, { admin: true })
    await page.context().addCookies(sessionCookies(shop.url, token))

    // In the setup: mail, which fails at first.
    await page.goto(`${shop.url}/setup?step=crypto`)
    // Services configured in the environment are marked as such, and cannot be changed here.
    const byEnvironment = page.getByRole('region', { name: 'NOWPayments', exact: true })
    await expect(byEnvironment).toContainText('Set up with environment variables.')
    await byEnvironment.getByText('Set by environment').click()
    await expect(
      byEnvironment.getByText('To change them, edit the environment and restart the shop.'),
    ).toBeVisible()
    await expectUsable(page, 'setup')
    await expect(byEnvironment).toContainText(`…${secrets.nowpaymentsKey.slice(-4)}`)
    await expect(byEnvironment).not.toContainText(secrets.nowpaymentsKey)
    await expect(byEnvironment.getByRole('button')).toHaveText(['Test'])
    await byEnvironment.getByRole('button', { name: 'Test' }).click()
    await expect(byEnvironment.getByRole('status')).toContainText(
      'The IPN secret cannot be tested without a payment',
    )
    await page.goto(`${shop.url}/setup?step=mail`)
    const mail = page.getByRole('region', { name: 'Email' })
    await mail.getByRole('button', { name: 'Set Up' }).click()
    await expect(page.getByLabel('Mail server')).toBeFocused()
    await page.getByLabel('Mail server').fill('127.0.0.1')
    await page.getByLabel('Port').fill('9')
    await page.getByRole('button', { name: 'Send Code' }).click()
    await expect(page.getByText('Enter the sender of the emails')).toBeVisible()
    await page.getByLabel('Sender').fill('Night Forge <shop@night.example>')
    await page.getByRole('button', { name: 'Send Code' }).click()
    await expect(page.getByText('No server responds at 127.0.0.1, port 9')).toBeVisible()
    await expectUsable(page, 'mail-wrong')
    await page.getByLabel('Port').fill(String(sandbox.smtpPort))
    await page.getByRole('button', { name: 'Send Code' }).click()
    await expect(page.getByText(`We sent a code to ${user.email}`)).toBeVisible()
    await expectUsable(page, 'mail-code')
    // The user read the mail on this phone, and the browser reloaded the tab.
    await page.reload()
    await mail.getByRole('button', { name: 'Enter Code' }).click()
    await expect(
      page.getByText(`We sent a code through 127.0.0.1:${sandbox.smtpPort}`),
    ).toBeVisible()
    await page.getByLabel('Code').fill(await codeFor(sandbox, user.email))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Email Done' })).toBeVisible()
    await expect(page.getByText(`Set up here by ${user.username}.`)).toBeVisible()

    // The dashboard and Health link to the settings.
    await page.goto(`${shop.url}/admin/health`)
    const domain = page.getByRole('region', { name: 'Emails from night.example' })
    await expect(domain.getByText('It lets any server send mail for night.example.')).toBeVisible()
    await expect(domain.getByText('A key was found at google._domainkey')).toBeVisible()
    await expect(
      domain.getByText('v=DMARC1; p=none; rua=mailto:postmaster@night.example'),
    ).toBeVisible()
    await expectUsable(page, 'mail-domain')
    dns.records['night.example'] = ['v=spf1 mx ~all']
    await expect(async () => {
      await domain.getByRole('button', { name: 'Test now: mail domain' }).click()
      await expect(domain.getByText('It lists the servers that may send')).toBeVisible({
        timeout: 1000,
      })
    }).toPass()
    await page.getByRole('link', { name: 'Set up: Stripe' }).click()
    await expect(page).toHaveURL(/\/admin\/settings\/services#stripe$/)
    const cards = page.getByRole('region', { name: 'Cards (Stripe)' })
    await cards.getByRole('button', { name: 'Set Up' }).click()
    await cards.getByLabel('Secret key', { exact: true }).fill(secrets.stripeKey)
    await cards.getByLabel('Publishable key').fill('pk_live_another')
    await cards.getByRole('button', { name: 'Test and Save' }).click()
    await expect(cards.getByRole('status')).toHaveText(
      'Failed: The secret key is for test payments and the publishable key for live payments. Copy both from the same page, Developers → API keys.',
    )
    await cards.getByText('Create the endpoint yourself').click()
    await expectUsable(page, 'stripe-form')
    await expectKept(page, async () => {
      await cards.getByLabel('Publishable key').fill('pk_test_sandbox')
    })
    await expect(cards.getByLabel('Secret key', { exact: true })).toHaveValue(secrets.stripeKey)
    await expect(cards.getByLabel('Publishable key')).toHaveValue('pk_test_sandbox')
    await cards.getByRole('button', { name: 'Test and Save' }).click()
    await expect(cards.getByRole('button', { name: 'Change' })).toBeFocused()
    await expect(cards.getByText(`…${secrets.stripeKey.slice(-4)}`)).toBeVisible()
    await cards.getByRole('button', { name: 'Test' }).click()
    await expect(cards.getByText('Stripe answers and takes the key.')).toBeVisible()
    await expectUsable(page, 'services')
    await cards.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove Keys' }).click()
    await expect(cards.getByText('Not set up.')).toBeVisible()

    // Crypto payments to the operator's own wallet.
    const wallet = page.getByRole('region', { name: 'BTCPay Server' })
    await wallet.getByRole('button', { name: 'Set Up' }).click()
    await expect(wallet.getByLabel('Server URL')).toBeFocused()
    await wallet.getByLabel('Server URL').fill('btcpay.example.com')
    await wallet.getByLabel('Store ID').fill(secrets.btcpayStoreId)
    await wallet.getByLabel('API key').fill('of-somebody-else')
    await wallet.getByRole('button', { name: 'Test and Save' }).click()
    await expect(wallet.getByText('Enter the full URL, such as')).toBeVisible()
    await wallet.getByLabel('Server URL').fill(`${sandbox.url}/btcpay`)
    await wallet.getByRole('button', { name: 'Test and Save' }).click()
    await expect(wallet.getByRole('status')).toContainText('BTCPay Server refuses the API key')
    await expectUsable(page, 'btcpay-form')
    await wallet.getByLabel('API key').fill(secrets.btcpayKey)
    await wallet.getByRole('button', { name: 'Test and Save' }).click()
    await expect(wallet.getByRole('button', { name: 'Change' })).toBeFocused()
    await expect(wallet).toContainText(`Set up here by ${user.username}.`)
    await expect(wallet).toContainText(`…${secrets.btcpayKey.slice(-4)}`)
    await wallet.getByRole('button', { name: 'Test' }).click()
    await expect(wallet.getByRole('status')).toContainText('knows the store')

    // The captcha: its challenge is solved on a page whose CSP allows its script.
    await page.route(/challenges\.cloudflare\.com/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: fakeTurnstile }),
    )
    const captcha = page.getByRole('region', { name: 'Captcha' })
    // A user who comes from the setup continues there.
    await page.goto(`${shop.url}/setup?step=captcha`)
    await page.getByRole('link', { name: 'Change Provider' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(`${shop.url}/setup?step=captcha`)
    await page.goto(`${shop.url}/admin/settings/services`)
    await captcha.getByRole('link', { name: 'Change Provider' }).click()
    await page.getByLabel('Site key').fill('1x00000000000000000000AA')
    await page.getByLabel('Secret key', { exact: true }).fill('another')
    await expect(page.getByText('Solved by 1x00000000000000000000AA')).toBeVisible()
    await page.getByRole('button', { name: 'Test and Save' }).click()
    await expect(page.getByText('invalid-input-secret')).toBeVisible()
    await page.getByLabel('Secret key', { exact: true }).fill(captchaSecret)
    await page.getByRole('button', { name: 'Test and Save' }).click()
    await expect(page).toHaveURL(/\/admin\/settings\/services#captcha$/)
    await expect(captcha.getByText(`Set up here by ${user.username}.`)).toBeVisible()
  } finally {
    await db.destroy()
    await shop.stop()
    await sandbox.stop()
    await dns.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
