import type { openCounter } from '#server/selling/payments/testing/counter.ts'

export function buyersAt(counter: Awaited<ReturnType<typeof openCounter>>) {
  return {
    async buyByCard() {
      const { user, cookie } = await counter.customer()
      const product = await counter.addProduct()
      const code = `SAVE${product}`
      await counter.addCode(product, code, { amount: 50 })
      const { body } = await counter.buyByCard(cookie, [
        { id: product, term_length: 3, discount: code },
      ])
      return { user, cookie, product, code, order: body.order_id, session: body.session_id }
    },

    async buyByCrypto() {
      const { user, cookie, product, body } = await counter.newCryptoOrder()
      return { user, cookie, product, order: body.order_id, payment: body.id }
    },

    async pay({ session }: { session: string }) {
      await counter.session(session, 'confirm')
      await counter.work()
    },
  }
}
