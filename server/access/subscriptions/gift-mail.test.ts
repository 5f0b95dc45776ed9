import { expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { giftDesk } from './testing/gift-desk.ts'

const shop = await fileFixture(openTestShop({ withSandbox: true }))
const admin = await signIn(shop.app, { admin: true })
const desk = giftDesk(shop, await addProduct(shop.db, { name: 'Given' }), admin)

test('mails a note once with the granted time, and keeps its braces', async () => {
  const { user } = await signIn(shop.app)
  await desk.give(user.id, { hours: 76, note: 'Sorry, {username}!\nIt works again.' })
  await desk.give(user.id, { hours: 2 })
  await workJobs(shop)
  const mails = await receive(shop, user.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toContain('3 days 4 hours of Given')
  expect(mails[0]!.text).toContain('Sorry, {username}!\n\nIt works again.')
})

test('mails nothing about time that was taken back before', async () => {
  const { user } = await signIn(shop.app)
  await desk.give(user.id, { hours: 3, note: 'Sorry' })
  await desk.undo(user.id, (await desk.gifts(user.id))[0]!.id)
  await workJobs(shop)
  expect(await receive(shop, user.email)).toEqual([])
})
