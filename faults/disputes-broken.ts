import { sql } from 'kysely'
import type { DisputeState } from '#contract/selling/disputes.ts'
import { testStripe } from '#sandbox/stripe/test-stripe.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { reconcilePaid } from '#server/selling/payments/reconcile-paid.ts'
import { sandboxSecrets } from '#server/shop/sandbox/sandbox.ts'
import { type CommitStage, playCommits } from './commits/stage.ts'
import { runNow } from './money/after-sale.ts'
import { askProviders } from './money/truth.ts'
import type { Scenario } from './scenario.ts'
import { until } from './until.ts'

type Step = { bank: string; amount?: number } | { staff: 'submit' | 'accept' }
type Story = { end: DisputeState; steps: readonly Step[] }
type Disputed = { order: string; session: string }

const about = /disputes|payment_events|orders|refunds|documents|subscriptions|mails|renewals/i

/** The steps of a dispute, and its final state. */
const stories: readonly Story[] = [
  {
    end: 'won',
    steps: [
      { bank: 'dispute-warning' },
      { bank: 'dispute-escalate' },
      { staff: 'submit' },
      { bank: 'dispute-won' },
    ],
  },
  { end: 'lost', steps: [{ bank: 'dispute' }, { staff: 'accept' }] },
  { end: 'lost', steps: [{ bank: 'dispute', amount: 5 }, { bank: 'dispute-lost' }] },
]

export const disputesBroken: Scenario = {
  name: 'disputes-broken',
  fault: 'disputes open, are answered, won and lost, and at each commit it is cut or killed',
  plain: true,
  long: true,
  run: () =>
    playCommits(async (stage) => {
      const played: (Disputed & { story: Story })[] = []
      for (const story of stories)
        for (const [at, step] of story.steps.entries()) {
          const make = async () => {
            const bought = await buy(stage)
            for (const former of story.steps.slice(0, at)) await act(stage, bought, former)
            return bought
          }
          const broken = await stage.breakEach(about, make, (one) => once(stage, one, step))
          for (const one of broken) {
            for (const next of story.steps.slice('bank' in step ? at + 1 : at))
              await act(stage, one, next)
            played.push({ ...one, story })
          }
        }
      return { things: played.length, judge: () => judge(stage, played) }
    }),
}

async function buy({ ask, customer, product, sandboxUrl, db }: CommitStage): Promise<Disputed> {
  const { cookie } = await customer()
  const items = [{ id: product, term_length: 1, renew: true }]
  const { body } = await ask('/payment/create-checkout-session', items, { cookie })
  const { order_id: order, session_id: session } = body as { order_id: string; session_id: string }
  await ask(`${sandboxUrl}/control/stripe/sessions/${session}/confirm`, {})
  const paid = db.selectFrom('orders').select('id').where('payment_status', '=', 'finished')
  await until(async () => Boolean(await paid.where('id', '=', order).executeTakeFirst()))
  return { order, session }
}

/** Performs an action of the bank, or attempts one of staff, once. */
async function once({ ask, db, sandboxUrl, staff }: CommitStage, one: Disputed, step: Step) {
  if ('bank' in step) {
    const { bank, ...details } = step
    return ask(`${sandboxUrl}/control/stripe/sessions/${one.session}/${bank}`, details)
  }
  const dispute = await disputeOf(db, one)
  if (!dispute) return
  const path = `/admin/disputes/${dispute.id}`
  const { body } = await ask(path, undefined, { cookie: staff })
  const { revision } = body as { revision: number }
  const seen = step.staff === 'submit' && { revision }
  return ask(`${path}/${step.staff}`, { ...seen, reason: 'Right' }, { cookie: staff })
}

/** Repeats the step until it has succeeded. Evidence that did not reach the bank is sent again. */
async function act(stage: CommitStage, one: Disputed, step: Step) {
  const { db } = stage
  if ('bank' in step) {
    await hear(stage)
    await once(stage, one, step)
  }
  await until(async () => {
    await hear(stage)
    const dispute = await disputeOf(db, one)
    if (!dispute?.collected_at) return false
    if ('bank' in step) return dispute.state === told[step.bank]
    if (dispute.answer === null) await once(stage, one, step)
    return dispute.answered_at !== null
  })
}

const told: Record<string, DisputeState> = {
  'dispute-warning': 'warning',
  'dispute-escalate': 'needs_response',
  dispute: 'needs_response',
  'dispute-won': 'won',
  'dispute-lost': 'lost',
}

/** Advances a day, so that events and responses that a dead process lost are queried again. */
async function hear({ db, sandboxUrl }: CommitStage) {
  await reconcilePaid({ db, ...askProviders(sandboxUrl) }, { underway: '0 seconds' })
  await sql`update disputes set checked_at = checked_at - interval '1 hour',
                   asked_at = asked_at - interval '1 minute'
             where answer is not null and answered_at is null
                or checked_at < now() - interval '5 seconds'`.execute(db)
  await runNow(db, 'disputes.ask')
  await runNow(db, 'payments.recheck_disputes')
}

function disputeOf(db: Database, { order }: Disputed) {
  const latest = db.selectFrom('disputes').selectAll().where('order_id', '=', order)
  return latest.orderBy('id', 'desc').executeTakeFirst()
}

/** Checks closed disputes against the specification. Returns one sentence per problem. */
async function judge(
  { db, sandboxUrl }: CommitStage,
  played: readonly (Disputed & { story: Story })[],
): Promise<string[]> {
  const stripe = testStripe({ url: sandboxUrl }, { key: sandboxSecrets.stripeKey, timeout: 30_000 })
  const problems: string[] = []
  for (const one of played) {
    const { end, steps } = one.story
    const { rows } = await sql<{ what: string }>`
      with one as (
        select orders.*, disputes.id as dispute, state, answer, answered_at, collected_at, evidence,
               exists (select from refunds where dispute_id = disputes.id) as part
          from orders left join disputes on order_id = orders.id where orders.id = ${one.order}
      ), bought as (
        select coalesce(sum(seconds), 0) as left,
               coalesce(sum(seconds) filter (where cause = 'purchase'), 0) as all
          from time_entries join order_items on order_items.id = order_item_id
         where order_id = ${one.order}
      ), told as (
        select type, count(*) as times from events where data ->> 'order' = ${one.order} group by 1
      ), mailed as (
        select template, count(*) as times from mails
         where about ->> 'order' = ${one.order} group by 1
      )
      select 'there are several, or none' as what from one having count(*) <> 1 or count(dispute) <> 1
      union all select 'it is ' || state from one where state <> ${end}
      union all select 'nothing was gathered' from one where collected_at is null or evidence = '{}'
      union all select 'its answer was not given' from one
                 where answer is not null and answered_at is null
      union all select 'the order is ' || payment_status from one
                 where payment_status <> case when ${end} = 'won' or part then 'finished' else 'disputed' end
      union all select 'won, and there are ' || bought.left || ' of ' || bought.all || ' s'
                  from bought where ${end} = 'won' and bought.left <> bought.all
      union all select 'lost, and time is left' from one join subscriptions using (user_id)
                 where ${end} = 'lost' and not part and ends_at > now()
      union all select 'its documents say ' || coalesce(sum(documents.total_cents), 0) from one
                  left join documents on order_id = one.id
                 group by one.total_cents, refunded_cents, part
                having coalesce(sum(documents.total_cents), 0)
                    <> case when ${end} = 'lost' and not part then 0 else one.total_cents - refunded_cents end
      union all select 'its renewal is ' || renewals.state from one join renewals on order_id = one.id
                 where renewals.state <> case ${end} when 'won' then 'on' else 'ended' end
      union all select type || ' happened ' || times || ' times' from told
                 where times > case type when 'order.finished' then 2 else 1 end
      union all select 'nobody was told that it was opened' where not exists (
                  select from told where type = 'dispute.opened')
      union all select template || ' was mailed ' || times || ' times' from mailed where times > 1
      -- Only the outcome is mailed, because it is known by now.
      union all select 'its customer was not mailed ' || template
                  from unnest(array['receipt', 'dispute-decided']) as wanted (template)
                 where not exists (select from mailed where mailed.template = wanted.template)`.execute(
      db,
    )
    const dispute = await disputeOf(db, one)
    const there = dispute && (await stripe.disputes.retrieve(dispute.provider_id))
    const submitted = steps.some((step) => 'staff' in step && step.staff === 'submit') ? 1 : 0
    if (there && there.evidence_details.submission_count !== submitted)
      rows.push({ what: `the bank has ${there.evidence_details.submission_count} answers` })
    problems.push(...rows.map(({ what }) => `${one.order}, ${end}: ${what}`))
  }
  return problems
}
