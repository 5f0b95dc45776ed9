import type { FastifyInstance } from 'fastify'
import { cards } from '#contract/selling/cards.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { offered } from '#server/selling/payments/providers.ts'
import { addCard, beginCard, listCards, makeDefault, removeCard } from './cards.ts'

export function cardRoutes(app: FastifyInstance) {
  const { shop } = app
  const { db } = shop

  mount(app, cards.list, (_input, { user }) => (shop.card ? listCards(db, shop.card, user.id) : []))

  mount(app, cards.begin, async (_input, { user }) => {
    const { setupId, clientSecret } = await beginCard(db, offered(shop.card), user.id)
    return { setup_id: setupId, client_secret: clientSecret }
  })

  mount(app, cards.add, ({ body }, { user }) =>
    addCard(db, offered(shop.card), user.id, {
      setupId: body.setup_id,
      makeDefault: body.make_default,
    }),
  )

  mount(app, cards.makeDefault, async ({ body }, { user }) => {
    await makeDefault(db, offered(shop.card), user.id, body.card_id)
  })

  mount(app, cards.remove, async ({ params }, { user }) => {
    await removeCard(db, offered(shop.card), user.id, params.id)
  })
}
