import { inputOf } from '#contract/wire/terms.ts'
import { confirmWith } from '#sandbox/test-stripe-js.ts'
import { sendNotices } from '#server/access/subscriptions/notices.ts'
import { cookieName } from '#server/kernel/http/callers.ts'
import { startSessionOf } from '#server/kernel/testing/customer.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { addCard } from '#server/selling/cards/testing/add-card.ts'
import type { Counter } from '#server/selling/payments/testing/counter.ts'
import { announceCharges, remindOfFailures, tellOfExpiry } from '../announce.ts'
import { chargeDueRenewals } from '../charge.ts'
import { lendGrace } from '../grace.ts'
import { renewing } from './renewing.ts'
import { setClock, workQueue } from './worked-clock.ts'
import { type Act, type Bank, inOrder, type Story } from './year-model.ts'
import { sold, storiesOf } from './year-stories.ts'

const day = 86_400_000

/** Each day begins that much later (milliseconds), so that what took a while is due as well. */
const later = 20_000

/** The behaviours of the sandbox's cards. The customer's number selects one. */
const answers: Record<Bank, readonly string[]> = {
  pays: ['succeeds'],
  'pays slowly': ['processing_then_succeeds'],
  'declines softly': [
    ...['insufficient_funds', 'generic_decline', 'do_not_honor', 'card_velocity_exceeded'],
    ...['processing_error', 'no_advice'],
  ],
  'declines hard': [
    ...['lost_card', 'stolen_card', 'revocation_of_authorization', 'incorrect_number'],
  ],
  'wants its customer': ['authentication_required'],
}

type Living = {
  number: number
  story: Story
  userId: number
  name: string
  order?: string
  /** The renewal and its first card. */
  renewal?: { id: number; card: string }
  told: string[]
  end: number | null
}

/**
 * Day by day: the checkout, charges at the sandbox over HTTP, its webhooks and the worker's jobs.
 * Returns each customer's story and events in the format of the model.
 */
export async function playYear(
  counter: Counter,
  { count, days, seed }: { count: number; days: number; seed: number },
) {
  const { db } = counter
  const { act, behave, changeCard, confirm } = renewing(counter)
  const product = await counter.addProduct({
    plans: JSON.stringify(
      sold.map(({ plan, cents }) => ({ plan, cents, savings: null, popular: false })),
    ),
  })
  for (const halves of [1, 2, 3, 4])
    await counter.addCode(product, `HALF${halves}`, {
      ...{ amount: 50, renewals: halves },
      ends_at: new Date(clock.now() + 2 * days * day),
    })

  // Captures the mails that leave the shop.
  const mails: { to: string; text: string }[] = []
  counter.shop.mail = {
    send: async ({ to, text }) => void mails.push({ to, text }),
    async check() {},
    close() {},
  }

  const now = new Date(clock.now())
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  const noon = first.getTime() + day / 2
  const startOf = (today: number) => noon + today * (day + later)
  const dayOf = (at: Date) => Math.floor((at.getTime() - noon) / (day + later))
  const stories = storiesOf(count, { days, first, seed })
  const people: Living[] = []
  for (const [number, story] of stories.entries()) {
    const { user } = await counter.customer()
    people.push({ number, story, userId: user.id, name: user.email, told: [], end: null })
  }
  const byId = new Map(people.map((living) => [living.userId, living]))
  const byName = new Map(people.map((living) => [living.name, living]))

  const work = () => workQueue(counter)
  const begin = (today: number) => setClock(counter, startOf(today))

  const cookieOf = async ({ userId }: Living) => ({
    cookie: `${cookieName(counter.shop.config)}=${await startSessionOf(db, userId)}`,
  })

  async function buy(living: Living) {
    const { story } = living
    const { plan } = sold.find(({ term }) => term === story.term)!
    const { cookie } = await cookieOf(living)
    const { status, body } = await counter.buyByCard(cookie, [
      {
        id: product,
        ...inputOf(plan),
        renew: story.renews,
        ...(story.code && { discount: `HALF${story.code.halves}` }),
      },
    ])
    if (status !== 201) throw new Error(`Not sold: ${JSON.stringify(body)}`)
    await counter.session(body.session_id, 'confirm')
    living.order = body.order_id
  }

  /** With the expiry date of the story's card, if any. */
  async function keepCard(living: Living) {
    const found = await db
      .selectFrom('renewals')
      .select(['id', 'card_id as card'])
      .where('order_id', '=', living.order!)
      .executeTakeFirst()
    if (!found) return
    living.renewal = { id: found.id, card: found.card! }
    const { cardExpires } = living.story
    if (cardExpires === null) return
    const last = new Date(first.getTime() + (cardExpires - 1) * day)
    living.renewal.card = await chooseCard(living, {
      expMonth: last.getUTCMonth() + 1,
      expYear: last.getUTCFullYear(),
    })
  }

  async function chooseCard(living: Living, expiry = { expMonth: 12, expYear: 2040 }) {
    const cookie = await cookieOf(living)
    const { id } = await addCard(counter, cookie.cookie, '5555555555554444', expiry)
    await changeCard({ id: living.renewal!.id, ...cookie }, id)
    return id
  }

  async function turn(living: Living, today: number) {
    const { story, renewal, number } = living
    if (!renewal) return
    const says = story.bank.find(({ from }) => from === today)?.says
    const expired = story.cardExpires !== null && today >= story.cardExpires
    if (today === story.cardExpires) await behave(renewal.card, 'expired_card')
    else if (says && !expired) {
      const options = answers[says]
      await behave(renewal.card, options[number % options.length]!)
    }
  }

  /** Returns whether the shop accepted the action. */
  async function does(living: Living, what: Act): Promise<boolean> {
    if (!living.renewal) return false
    const own = { id: living.renewal.id, ...(await cookieOf(living)) }
    if (what === 'confirm') return confirmAtBank(own, living.renewal.card)
    if (what === 'replace the card') {
      const before = await db
        .selectFrom('renewals')
        .select('state')
        .where('id', '=', own.id)
        .executeTakeFirstOrThrow()
      await chooseCard(living)
      return before.state !== 'ended'
    }
    const { status, body } = await act(what, own)
    // If the bank needs authentication, the customer still has to confirm.
    return status === 200 && body.state !== 'needs_action'
  }

  async function confirmAtBank(own: { id: number; cookie: string }, card: string) {
    const { status, body } = await confirm(own)
    const secret = status === 200 ? body.client_secret : null
    if (!secret) return false
    await confirmWith(counter.sandboxUrl, secret, card)
    return (await confirm(own)).status === 200
  }

  async function lookAtEnds(today: number) {
    const rows = await db
      .selectFrom('subscriptions')
      .select(['user_id as userId', 'ends_at as at'])
      .where('ends_at', 'is not', null)
      .execute()
    const ends = new Map<number, number>()
    for (const { userId, at } of rows)
      ends.set(userId, Math.max(ends.get(userId) ?? 0, (at.getTime() - noon) / (day + later / 2)))
    for (const [userId, at] of ends) {
      const living = byId.get(userId)!
      const end = Math.round(at)
      if (living.story.term === null || living.end === end) continue
      living.end = end
      living.told.push(`${today} ends ${end}`)
    }
  }

  function readMails(today: number) {
    for (const { to, text } of mails.splice(0))
      if (text.includes('Your card expires before that date'))
        byName.get(to)!.told.push(`${today} says that the card expires`)
  }

  for (let today = 0; today < days; today += 1) {
    await begin(today)
    for (const living of people) await turn(living, today)
    await lendGrace(db)
    await chargeDueRenewals(db, counter.shop.card)
    await work()
    await tellOfExpiry(db, counter.shop.config)
    await announceCharges(db, counter.shop.config)
    await remindOfFailures(db, counter.shop.config)
    await sendNotices(db, counter.shop.config)
    const buying = people.filter(({ story }) => story.bought === today)
    for (const living of buying) await buy(living)
    await work()
    for (const living of buying) await keepCard(living)
    for (const living of people)
      for (const { on, act: what } of living.story.acts)
        if (on === today)
          living.told.push(`${today} ${what}: ${(await does(living, what)) ? 'done' : 'refused'}`)
    await work()
    await lookAtEnds(today)
    readMails(today)
  }

  const paid = await db
    .selectFrom('orders')
    .select(['user_id as userId', 'paid_at as at', 'total_cents as cents'])
    .where('payment_status', '=', 'finished')
    .execute()
  for (const { userId, at, cents } of paid)
    byId.get(userId)!.told.push(`${dayOf(at!)} paid ${cents}`)
  const sent = await db
    .selectFrom('mails')
    .select(['user_id as userId', 'template', 'created_at as at'])
    .execute()
  for (const { userId, template, at } of sent)
    byId.get(userId!)!.told.push(`${dayOf(at)} mail ${template}`)
  const over = await db
    .selectFrom('renewals')
    .select(['user_id as userId', 'ended_at as at', 'ended_for as why'])
    .where('ended_at', 'is not', null)
    .execute()
  for (const { userId, at, why } of over) byId.get(userId)!.told.push(`${dayOf(at!)} over: ${why}`)
  return people.map(({ number, story, told }) => ({ number, story, told: inOrder(told) }))
}
