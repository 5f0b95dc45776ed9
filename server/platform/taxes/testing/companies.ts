import { sql } from 'kysely'
import { settings } from '#contract/platform/settings.ts'
import { taxes } from '#contract/platform/taxes.ts'
import { documents } from '#contract/selling/documents.ts'
import { payments } from '#contract/selling/payments.ts'
import type { Counter } from '#server/selling/payments/testing/counter.ts'
import { askDueChecks } from '../vat-checks.ts'
import { buyMonth } from './buy-month.ts'

type Somebody = { cookie: string }

export const german = 'DE136695976'
export const austrian = 'ATU13585627'

/** Creates companies that buy from a German shop with the tax table in use. */
export function companies(counter: Counter, admin: Somebody) {
  const { call, db, shop } = counter

  const change = (body: object) => call(settings.change, { body } as never, admin)
  const choose = (country: string, { cookie }: Somebody) =>
    call(taxes.chooseCountry, { body: { country } }, { cookie })
  const save = ({ cookie }: Somebody, vat_id: string, more: object = {}) =>
    call(
      taxes.saveCompany,
      { body: { name: 'Żelazo & Söhne', address: 'Ring 1\n1010 Wien', vat_id, ...more } },
      { cookie },
    )

  return {
    change,
    choose,
    save,

    open: () => change({ tax_mode: 'table', tax_rates: [], seller_vat_id: german }),
    /** Earlier VIES answers are no longer valid in the next test. */
    async close() {
      await counter.reset()
      await sql`update vat_checks set created_at = now() - interval '2 days',
        answered_at = answered_at - interval '2 days'`.execute(db)
      await change({ tax_mode: 'off', seller_vat_id: '' })
    },

    vies: (api: string, delayMs = 0) => counter.switches({ vies: { api, delayMs } }),

    quote: async ({ cookie }: Somebody, id: number) =>
      (await call(payments.quote, { body: { items: [{ id, term_length: 1 }] } }, { cookie })).body
        .tax,
    told: async (order: string, { cookie }: Somebody) =>
      (await call(documents.list, { params: { id: order } }, { cookie })).body,

    async companyOf(country: string, vatId: string) {
      const customer = await counter.customer()
      await choose(country, customer)
      return { ...customer, saved: await save(customer, vatId) }
    },

    buy: <Customer extends Somebody>(customer: Customer, item: object = {}) =>
      buyMonth(counter, customer, { item }),

    async isAsked(vatId: string) {
      const { rows } = await sql`select from vat_checks
        where vat_id = ${vatId} and state = 'asked' and asked_at is not null`.execute(db)
      return rows.length > 0
    },

    /** Makes unanswered checks due again, as if two hours had passed. */
    async askAgain() {
      await sql`update vat_checks set due_at = now(), asked_at = asked_at - interval '2 hours'
        where state = 'asked'`.execute(db)
      await askDueChecks(db, shop.vies)
      await counter.work()
    },
  }
}

/** Returns the totals of the documents, in cents. */
export function sumDocuments(all: readonly { net: number; tax: number; total: number }[]) {
  const cents = (of: 'net' | 'tax' | 'total') =>
    all.reduce((sum, each) => sum + Math.round(each[of] * 100), 0)
  return { net: cents('net'), tax: cents('tax'), total: cents('total') }
}
