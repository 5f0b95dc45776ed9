import { expect, test } from 'vitest'
import { staffDiscord } from '#contract/access/staff-discord.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const support = await signIn(shop.app, { support: true })

const params = (uid: number) => ({ params: { uid }, query: {} })

test('shows staff the Discord account with the state of its roles', async () => {
  const { user } = await signIn(shop.app)
  expect((await shop.call(staffDiscord.get, params(user.id), support)).body).toBeNull()
  const discord_id = `7${user.id}`
  await shop.db
    .insertInto('discord_links')
    .values({ user_id: user.id, discord_id, username: 'mara' })
    .execute()
  await addProduct(shop.db, { slug: 'roled', name: 'Roled', price_cents: 1, discord_role_id: 'r1' })
  await shop.db
    .insertInto('discord_roles')
    .values([
      {
        user_id: user.id,
        discord_id,
        role_id: 'r1',
        state: 'forbidden',
        detail: 'Discord says no',
      },
      { user_id: user.id, discord_id, role_id: 'r2', state: 'given' },
    ])
    .execute()
  expect((await shop.call(staffDiscord.get, params(user.id), support)).body).toMatchObject({
    id: discord_id,
    username: 'mara',
    roles: [
      { role_id: 'r1', products: ['Roled'], state: 'forbidden', detail: 'Discord says no' },
      { role_id: 'r2', products: [], state: 'given', detail: '' },
    ],
  })
})
