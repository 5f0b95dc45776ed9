import type { FastifyInstance } from 'fastify'
import { captcha } from '#contract/captcha.ts'
import { mount } from '#server/kernel/mount.ts'

export function captchaRoutes(app: FastifyInstance) {
  mount(app, captcha.challenge, () => app.shop.captcha.challenge())
}
