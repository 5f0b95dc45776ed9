import type { hostedCaptchas } from '#contract/platform/captcha-names.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { captchaBy } from './adapters.ts'
import { testCaptcha } from './findings/captcha.ts'
import { keepGood, type Means, requireSettable } from './set.ts'

type Given = {
  provider: (typeof hostedCaptchas)[number]
  site_key: string
  secret_key: string
  /** The token of a challenge that was solved with the site key on the shop's own page. */
  token: string
}

export async function setCaptcha(means: Means, staff: Staff, given: Given, address: string) {
  requireSettable(means, 'captcha')
  const { provider: kind, token } = given
  const keys = {
    CAPTCHA: kind,
    CAPTCHA_SITE_KEY: given.site_key,
    CAPTCHA_SECRET_KEY: given.secret_key,
  }
  const { host } = new URL(means.config.siteUrl)
  const captcha = captchaBy(keys, means.config)
  const findings = await testCaptcha(captcha, { kind, token, address, host })
  return keepGood(means, staff, 'captcha', keys, findings)
}
