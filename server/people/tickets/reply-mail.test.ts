import { expect, test } from 'vitest'
import { tickets } from '#contract/people/tickets.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { replyAsStaff } from './messages.ts'

test('a support reply is emailed to the customer, and the customer’s own reply is not', async () => {
  const shop = await openTestShop({ withSandbox: true })
  try {
    const { user, cookie } = await signIn(shop.app)
    const staff = await signIn(shop.app, { support: true })
    const body = { title: 'No <start>', content: 'It says nothing.' }
    const ticket = (await shop.call(tickets.add, { body }, { cookie })).body
    const params = { id: ticket.id }
    await shop.call(tickets.reply, { params, body: { content: 'Still nothing.' } }, { cookie })
    expect(await receive(shop, user.email)).toEqual([])
    await replyAsStaff(shop.db, shop.shop.config, {
      ticketId: ticket.id,
      staff: staff.user,
      content: 'Try <again>.\n\nThen restart.',
    })
    const [mail, ...others] = await receive(shop, user.email)
    expect(others).toEqual([])
    expect(mail!.subject).toBe('Support replied: No <start>')
    expect(mail!.text).toContain('Try <again>.\n\nThen restart.')
    expect(mail!.html).toContain('Try &lt;again&gt;.')
    const link = `/dashboard?t=support&ticket=${ticket.id}`
    expect(mail!.text).toContain(shop.shop.config.siteUrl + link)
    expect(await receive(shop, staff.user.email)).toEqual([])
  } finally {
    await shop.close()
  }
})
