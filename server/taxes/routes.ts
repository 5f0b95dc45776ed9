import type { FastifyInstance } from 'fastify'
import { taxes } from '#contract/taxes.ts'
import { mount } from '#server/kernel/mount.ts'
import { chooseCountry } from './country.ts'

export function taxRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, taxes.chooseCountry, ({ body }, { user }) => chooseCountry(db, user.id, body.country))
}
