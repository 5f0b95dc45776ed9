import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { settings } from '#contract/platform/settings.ts'
import { taxes } from '#contract/platform/taxes.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { countLockWaits } from '#server/kernel/testing/lock-waits.ts'
import { settleSession } from '#server/selling/payments/settle-card.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'

const counter = await fileFixture(openCounter())
const { call, db, shop } = counter
const admin = await signIn(counter.app, { admin: true })

test('a country can be chosen while its order is settled', async () => {
  await call(settings.change, { body: { tax_mode: 'table' } }, admin)
  const { user, cookie } = await counter.customer()
  const choose = (country: string) =>
    call(taxes.chooseCountry, { body: { country } }, { cookie }).then(({ status }) => status)
  await choose('DE')
  const id = await counter.addProduct()
  const { body } = await counter.buyByCard(cookie, [{ id, term_length: 1 }])
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(body.session_id, 'confirm')
  const both: Promise<unknown>[] = []
  // Hold the customer's row for a moment, so that both requests wait.
  await db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${user.id} for no key update`.execute(tx)
    both.push(choose('FR'))
    await expect.poll(() => countLockWaits(db)).toBe(1)
    both.push(
      settleSession(db, shop.card!, body.session_id).then(
        () => 'settled',
        (error) => error.message,
      ),
    )
    await expect.poll(() => countLockWaits(db)).toBe(2)
  })
  expect(await Promise.all(both)).toEqual([200, 'settled'])
})
