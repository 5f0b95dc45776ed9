import { afterEach, expect, test } from 'vitest'
import { captcha as challenge } from '#contract/platform/captcha.ts'
import { captchaTrialPage } from '#contract/platform/captcha-names.ts'
import { services } from '#contract/platform/services.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { captchaSecret, solvedCaptcha } from '#sandbox/captcha.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { publicConfig } from '#server/shop/public-config.ts'
import { pagePolicy } from '#server/shop/site/page-policy.ts'
import { openShopWithProviders } from './testing/providers.ts'

const shop = await fileFixture(openShopWithProviders())
const admin = await signIn(shop.app, { admin: true })
let tokens = 0

type Body = Input<typeof services.setCaptcha>['body']
const set = (part: Partial<Body> = {}) => {
  tokens += 1
  const keys = { provider: 'turnstile', site_key: 'the-site', secret_key: captchaSecret } as const
  const body = { ...keys, token: `${solvedCaptcha}${tokens}`, ...part }
  return shop.call(services.setCaptcha, { body }, admin)
}
const inUse = () => publicConfig(shop.shop).captcha.kind

afterEach(async () => {
  await shop.db.deleteFrom('service_keys').execute()
  await shop.shop.services.refresh()
})

test.each(['turnstile', 'hcaptcha', 'recaptcha'] as const)(
  '%s is in use after a confirmed challenge, and removing it restores the built-in captcha',
  async (provider) => {
    const { body } = await set({ provider })
    expect(body).toMatchObject({ saved: true, findings: [{ kind: 'good' }, { kind: 'note' }] })
    expect(publicConfig(shop.shop).captcha).toMatchObject({ kind: provider, siteKey: 'the-site' })
    expect((await shop.call(challenge.challenge, {})).status).toBe(404)
    const { body: listed } = await shop.call(services.list, {}, admin)
    const row = listed.services.find(({ name }) => name === 'captcha')
    expect(row).toMatchObject({ source: 'here', set_by: admin.user.username })
    expect(JSON.stringify(row)).not.toContain(captchaSecret)
    await shop.call(services.remove, { params: { name: 'captcha' } }, admin)
    expect(inUse()).toBe('altcha')
  },
)

test.each<[string, Partial<Body>]>([
  [
    'could not check the challenge: “The captcha provider returned an error: invalid-input-secret',
    { secret_key: 'another' },
  ],
  ['does not accept the challenge for 127.0.0.1', { token: 'made-up' }],
])('%s, and nothing changes', async (sentence, part) => {
  const { body } = await set(part)
  expect(body).toMatchObject({
    saved: false,
    findings: [{ kind: 'bad', text: expect.stringContaining(sentence) }],
  })
  expect(inUse()).toBe('altcha')
})

test('a challenge counts once', async () => {
  const token = `${solvedCaptcha}twice`
  expect((await set({ token })).body.saved).toBe(true)
  expect((await set({ token })).body).toMatchObject({
    saved: false,
    findings: [{ text: expect.stringContaining('already used') }],
  })
})

test('only the setup page allows the scripts of all providers', async () => {
  const cloudflare = 'https://challenges.cloudflare.com'
  expect(pagePolicy(shop.shop, null, '', captchaTrialPage)).toContain(cloudflare)
  expect(pagePolicy(shop.shop, null, '', '/admin/settings/services')).not.toContain(cloudflare)
})
