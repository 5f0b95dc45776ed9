import type { FastifyInstance } from 'fastify'
import { taxes } from '#contract/platform/taxes.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { removeCompany, saveCompany } from './companies.ts'
import { chooseCountry } from './country.ts'

export function taxRoutes(app: FastifyInstance) {
  const { shop } = app
  const { db } = shop
  mount(app, taxes.chooseCountry, ({ body }, { user }) => chooseCountry(db, user.id, body.country))
  mount(app, taxes.saveCompany, ({ body }, { user }) => saveCompany(db, shop.vies, user.id, body))
  mount(app, taxes.removeCompany, (_, { user }) => removeCompany(db, user.id))
}
