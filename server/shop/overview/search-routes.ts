import type { FastifyInstance } from 'fastify'
import { staffSearch } from '#contract/shop/search.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { searchBackOffice } from './search.ts'

export function searchRoutes(app: FastifyInstance) {
  mount(app, staffSearch.search, ({ query }, { user }) =>
    searchBackOffice(app.shop.db, user, query.q),
  )
}
