import type { FastifyInstance, FastifyRequest } from 'fastify'
import { discountRefusals } from '#contract/catalogue/discounts.ts'
import { paymentCurrencies } from '#contract/selling/payment-currencies.ts'
import { payments } from '#contract/selling/payments.ts'
import { countGuesses } from '#server/catalogue/discounts/guesses.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { addressOf } from '#server/kernel/network/addresses.ts'
import { startCardPayment } from './card.ts'
import { getCheckoutSession } from './checkout-session.ts'
import { listCoins, requireCrypto, takerOf } from './coins.ts'
import { startCryptoPayment } from './crypto.ts'
import { cancelCryptoOrder } from './open-crypto-orders.ts'
import { reached } from './providers.ts'
import { quoteItems } from './quote.ts'
import { getPayment } from './records.ts'

export function paymentRoutes(app: FastifyInstance) {
  const { shop } = app
  const { db, config } = shop
  const guessed = countGuesses(app)
  const { unknown_code, code_for_other_product } = discountRefusals
  const guesses = [unknown_code.code, code_for_other_product.code]

  mount(app, payments.quote, async ({ body }, { request }) => {
    const user = await app.callers.findUser(request)
    const priced = await quoteItems(db, body.items, user?.id ?? null)
    const wrong = priced.items.filter(({ discount_problem_code: code }) =>
      guesses.some((guess) => guess === code),
    )
    await guessed(request, wrong.length)
    return priced
  })
  const signedBy = (request: FastifyRequest) => ({
    accepted: shop.settings().legalVersions,
    address: addressOf(request),
  })
  mount(app, payments.add, ({ body }, { user, request }) =>
    startCryptoPayment(db, shop, user.id, body, signedBy(request)),
  )
  mount(app, payments.createCheckoutSession, ({ query, body }, { user, request }) =>
    startCardPayment(db, shop.card, config.siteUrl, user, body, {
      ...signedBy(request),
      again: query.again,
    }),
  )
  mount(app, payments.checkoutSession, ({ params }, { user }) =>
    getCheckoutSession(db, shop.card, user.id, params.session_id),
  )
  mount(app, payments.cancel, ({ params }, { user }) =>
    cancelCryptoOrder(db, shop.crypto, user.id, params.id),
  )
  mount(app, payments.get, ({ params }, { user }) => getPayment(db, user.id, params.id))

  mount(app, paymentCurrencies.list, () => listCoins(shop))
  mount(app, paymentCurrencies.estimate, async ({ query }) => {
    requireCrypto(shop)
    const provider = await takerOf(shop, query.currency)
    return reached(provider.estimate(query.amount, query.currency))
  })
}
