import { captchaNames, type hostedCaptchas } from '#contract/platform/captcha-names.ts'
import type { Finding } from '#contract/platform/services.ts'
import { commonRefusals } from '#contract/wire/refusals.ts'
import type { Captcha } from '#server/adapters/captcha/captcha.ts'
import { isRefusal } from '#server/kernel/http/errors.ts'
import { bad, good, note, wordsOf } from './finding.ts'

type Solved = {
  kind: (typeof hostedCaptchas)[number]
  token: string
  address: string
  host: string
}

export async function testCaptcha(captcha: Captcha, solved: Solved): Promise<Finding[]> {
  const { kind, token, address, host } = solved
  const name = captchaNames[kind]
  try {
    await captcha.check(token, address)
  } catch (error) {
    if (isRefusal(error, commonRefusals.captcha_expired))
      return [bad('The challenge has expired or was already used. Submit again.')]
    if (isRefusal(error, commonRefusals.captcha_unsolved))
      return [
        bad(
          `${name} does not accept the challenge for ${host}. Check that both keys belong to the same site, and that ${host} is one of its domains.`,
        ),
      ]
    if (isRefusal(error, commonRefusals.captcha_unavailable))
      return [bad(`${name} could not check the challenge: “${wordsOf((error as Error).cause)}”`)]
    throw error
  }
  return [
    good(`${name} confirmed a challenge that was solved on ${host}.`),
    note(
      'If the captcha ever locks you out, start the shop with CAPTCHA=altcha in its environment.',
    ),
  ]
}
