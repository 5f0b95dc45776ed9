import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { cannedReplies } from '#contract/people/canned-replies.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const anna = await signIn(shop.app, { admin: true })
const ben = await signIn(shop.app, { admin: true })
const support = await signIn(shop.app, { support: true })

const fields = (more: object = {}) => ({
  name: `Restart ${randomBytes(4).toString('hex')}`,
  category: null,
  content: 'Hello {username}, please restart the loader.',
  ...more,
})
const add = (more: object = {}, by = anna) =>
  shop.call(cannedReplies.add, { body: fields(more) }, by)

test('administrators add, change and delete canned replies, and support reads them', async () => {
  const { status, body: added } = await add({ category: 'Technical' })
  expect([status, added.category]).toEqual([201, 'Technical'])
  expect((await add({}, support)).status).toBe(403)
  const params = { id: added.id }
  const { id: _, revision, ...same } = added
  const body = { ...same, content: 'Restart it, {username}.', revision }
  const changed = await shop.call(cannedReplies.change, { params, body }, anna)
  expect(changed.body).toMatchObject({ content: 'Restart it, {username}.', revision: 2 })
  const list = async () => (await shop.call(cannedReplies.list, {}, support)).body.replies
  expect(await list()).toContainEqual(changed.body)
  await shop.call(cannedReplies.remove, { params }, anna)
  expect(await list()).not.toContainEqual(changed.body)
  expect((await shop.call(cannedReplies.remove, { params }, anna)).code).toBe(
    'unknown_canned_reply',
  )
})

test('concurrent calls add only one canned reply with the same name', async () => {
  const { name } = fields()
  const answers = await Promise.all([add({ name }), add({ name }, ben), add({ name })])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const other = (await add()).body
  const input = { params: { id: other.id }, body: fields({ name }) }
  expect((await shop.call(cannedReplies.change, input, anna)).code).toBe('canned_reply_name_taken')
})

test('an unknown placeholder is refused with the known ones', async () => {
  const refused = await add({ content: 'Your {plan} ends' })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain(
    'Unknown placeholder {plan}. You can use: {username}',
  )
})

test('a change of an older version is refused and names who changed what', async () => {
  const { id, revision, ...same } = (await add()).body
  const params = { id }
  const theirs = { params, body: { ...same, category: 'Billing', revision } as const }
  await shop.call(cannedReplies.change, theirs, ben)
  const mine = { params, body: { ...same, content: 'Mine', revision } }
  const refused = await shop.call(cannedReplies.change, mine, anna)
  expect(refused.detail).toBe(`Changed by ${ben.user.username}: category from none to “Billing”`)
})

test('a long text with an emoji where the log cuts it can be saved', async () => {
  expect((await add({ content: `${'a'.repeat(1999)}😀 restart` })).status).toBe(201)
})
