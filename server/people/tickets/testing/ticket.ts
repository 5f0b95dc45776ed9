import { randomBytes } from 'node:crypto'
import { tickets } from '#contract/people/tickets.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import type { TestShop } from '#server/kernel/testing/shop.ts'

/** Returns a function that opens a ticket, each time as a new customer. */
export function ticketsOf(shop: Pick<TestShop, 'app' | 'call'>) {
  return async (more: object = {}) => {
    const { user, cookie } = await signIn(shop.app)
    const body = {
      title: `It beeps ${randomBytes(4).toString('hex')}`,
      content: 'Loudly.',
      ...more,
    }
    const ticket = (await shop.call(tickets.add, { body }, { cookie })).body
    return { user, cookie, ticket, params: { id: ticket.id } }
  }
}
