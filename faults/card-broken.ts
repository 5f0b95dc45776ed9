import { sql } from 'kysely'
import { type CommitStage, playCommits } from './commits/stage.ts'
import type { Scenario } from './scenario.ts'
import { until } from './until.ts'

type Buyer = { cookie: string; email: string; code: string }
type Placed = { order_id: string; session_id: string; paid_before: boolean }

const about = /orders|order_items|payments|payment_events|subscriptions|documents|mails/i

export const cardBroken: Scenario = {
  name: 'card-broken',
  fault: 'customers order by card, and at each commit the connection is cut or the process killed',
  plain: true,
  long: true,
  run: () =>
    playCommits(async (stage) => {
      const buyers: Buyer[] = []
      // The open order of other items holds the only use of the code.
      for (const before of [[], [12]]) {
        const make = async () => {
          const buyer = await newBuyer(stage)
          for (const months of before) await requestSession(stage, buyer, months)
          return buyer
        }
        buyers.push(
          ...(await stage.breakEach(about, make, (buyer) => requestSession(stage, buyer, 1))),
        )
      }
      for (const buyer of buyers) await pay(stage, buyer)
      return { things: buyers.length, judge: () => judge(stage, buyers) }
    }),
}

async function newBuyer({ customer, db, product }: CommitStage): Promise<Buyer> {
  const buyer = await customer()
  const { rows } = await sql<{ code: string }>`
    insert into discounts (product_id, code, type, amount, max_uses)
    select ${product}::bigint, 'ONCE' || id, 1, 10, 1 from users where email = ${buyer.email}
    returning code`.execute(db)
  return { ...buyer, code: rows[0]!.code }
}

const requestSession = (
  { ask, product }: CommitStage,
  { cookie, code }: Buyer,
  term_length: number,
) =>
  ask(
    '/payment/create-checkout-session',
    [{ id: product, term_length, renew: false, discount: code }],
    { cookie },
  )

/** Clicks Pay again, as after an error, and pays the session that the shop opens. */
async function pay(stage: CommitStage, buyer: Buyer) {
  await until(async () => {
    const { status, body } = await requestSession(stage, buyer, 1)
    const { session_id, paid_before } = body as Placed
    if (status !== 201 || paid_before) return paid_before
    await stage.ask(`${stage.sandboxUrl}/control/stripe/sessions/${session_id}/confirm`, {})
    return false
  })
}

/** Returns one sentence per problem. */
async function judge({ db }: CommitStage, buyers: readonly Buyer[]): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    with buyers as (select id, email from users where email = any (${buyers.map(({ email }) => email)})),
    bought as (
      select buyers.email,
             count(*) filter (where payment_status = 'finished') as paid,
             count(*) filter (where payment_status not in ('finished', 'expired', 'failed')) as open,
             (select coalesce(sum(seconds), 0) / 86400 from time_entries
                join subscriptions on subscriptions.id = subscription_id where user_id = buyers.id) as days,
             (select used_count from discounts where code = 'ONCE' || buyers.id) as uses
        from buyers left join orders on user_id = buyers.id
       group by buyers.id, buyers.email
    )
    select email || ' paid ' || paid || ' orders for ' || days || ' days with ' || uses
           || ' uses of the code, and ' || open || ' are open' as what
      from bought where paid <> 1 or days <> 30 or uses <> 1 or open <> 0`.execute(db)
  return rows.map(({ what }) => what)
}
