import type { FastifyInstance } from 'fastify'
import { captcha } from '#contract/platform/captcha.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { mount } from '#server/kernel/http/mount.ts'

export function captchaRoutes(app: FastifyInstance) {
  mount(app, captcha.challenge, async () => {
    const challenge = await app.shop.captcha.challenge()
    if (!challenge) throw new Refusal(captcha.challenge.refusals.another_captcha)
    return challenge
  })
}
