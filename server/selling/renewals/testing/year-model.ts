/**
 * From docs/decisions/renewals.md and its specification, without the shop's code. Time is in whole
 * days: each day the shop does its due work, then the customer acts.
 */

/** The bank's answer to a charge without the customer present. */
export type Bank =
  | 'pays'
  /** The payment succeeds by the next day. */
  | 'pays slowly'
  | 'declines softly'
  | 'declines hard'
  | 'wants its customer'

export type Act = 'stop' | 'resume' | 'replace the card' | 'pay' | 'confirm'

export type Story = {
  bought: number
  /** Null means lifetime. */
  term: number | null
  cents: number
  renews: boolean
  /** Half of the price for the first payment and for this many renewals. */
  code: { halves: number } | null
  /** Payments succeed before the first of these days. */
  bank: readonly { from: number; says: Bank }[]
  /** The first day on which the card is expired. */
  cardExpires: number | null
  acts: readonly { on: number; act: Act }[]
}

type Customer = {
  state: 'none' | 'on' | 'charging' | 'retrying' | 'needs_action' | 'stopping' | 'ended'
  /** The day on which the time expires, and the day on which its uninterrupted run began. */
  end: number
  began: number
  paidPeriods: number
  halvesLeft: number
  replaced: boolean
  failedOn: number | null
  nextTry: number | null
  stillTold: number
  lent: number
  /** The charge that was announced, and the expiry notice with the fewest days left. */
  announced: number | null
  expiryTold: boolean
  toldEnd: { end: number; left: number } | null
}

const lead = 1
const retries = [1, 3, 5, 7]
const givesUpAfter = 14
const grace = 3
/** Including the first payment, so the third period is the first with grace. */
const paidBeforeGrace = 2

export const chargeDay = (end: number) => end - lead

export const announceDay = (charge: number, term: number) => charge - (term > 31 ? 7 : 3)

/** Null if there is none. */
export const nextRetry = (failedOn: number, today: number) =>
  retries.map((days) => failedOn + days).find((day) => day > today) ?? null

/** Paid time extends the current end. If the end has passed, the time begins today. */
export const endAfter = (end: number, today: number, seconds: number) =>
  Math.max(end, today) + seconds

/** Seven, three, one and zero days before the end. */
const noticeFor = (left: number) => [0, 1, 3, 7].find((days) => left <= days) ?? null

const failing = ({ state }: Customer) => state === 'retrying' || state === 'needs_action'

/** Returns all events until that day, one line each, sorted within a day. */
export function yearOf(story: Story, days: number): string[] {
  const { term, cents, code } = story
  const told: string[] = []
  const customer: Customer = {
    ...{ state: 'none', end: 0, began: 0, paidPeriods: 0, halvesLeft: 0, replaced: false },
    ...{ failedOn: null, nextTry: null, stillTold: 0, lent: 0, announced: null, toldEnd: null },
    expiryTold: false,
  }

  const price = () => (customer.halvesLeft > 0 ? cents / 2 : cents)

  function pay(today: number, amount: number) {
    if (term === null) return
    if (customer.end <= today) customer.began = today
    customer.end = endAfter(customer.end, today, term) - customer.lent
    customer.paidPeriods += 1
    Object.assign(customer, { lent: 0, failedOn: null, nextTry: null, stillTold: 0 })
    told.push(`${today} paid ${amount}`, `${today} mail receipt`)
  }

  function renew(today: number) {
    pay(today, price())
    customer.halvesLeft = Math.max(0, customer.halvesLeft - 1)
    customer.state = 'on'
  }

  function bankSays(today: number): Bank {
    if (customer.replaced) return 'pays'
    if (story.cardExpires !== null && today >= story.cardExpires) return 'declines hard'
    return story.bank.findLast(({ from }) => from <= today)?.says ?? 'pays'
  }

  function charge(today: number, says = bankSays(today)) {
    if (says === 'pays') return renew(today)
    if (says === 'pays slowly') {
      Object.assign(customer, { state: 'charging', nextTry: today + 1 })
      return
    }
    if (customer.failedOn === null) {
      customer.failedOn = today
      told.push(`${today} mail renewal-failed`)
    }
    customer.state = says === 'wants its customer' ? 'needs_action' : 'retrying'
    customer.nextTry = says === 'declines softly' ? nextRetry(customer.failedOn, today) : null
  }

  function shopWorks(today: number) {
    const { end, lent, paidPeriods } = customer
    if (failing(customer) && today >= end && !lent && paidPeriods >= paidBeforeGrace) {
      if (end <= today) customer.began = today
      Object.assign(customer, { lent: grace, end: endAfter(end, today, grace) })
    }
    if (customer.state === 'on' && today >= chargeDay(customer.end)) charge(today)
    else if (customer.state === 'charging') renew(today)
    else if (failing(customer) && today >= customer.failedOn! + givesUpAfter) {
      customer.state = 'ended'
      told.push(`${today} mail renewal-ended`, `${today} over: unpaid`)
    } else if (failing(customer) && customer.nextTry !== null && today >= customer.nextTry)
      charge(today)
    else if (customer.state === 'stopping' && today >= customer.end) {
      customer.state = 'ended'
      told.push(`${today} over: stopped`)
    }
    announce(today)
    remind(today)
    tellEnd(today)
  }

  function announce(today: number) {
    const due = chargeDay(customer.end)
    if (customer.state !== 'on' || term === null || today >= due) return
    const expired = story.cardExpires !== null && story.cardExpires <= due && !customer.replaced
    if (expired && !customer.expiryTold && term >= 14 && today < announceDay(due, term)) {
      if (today < due - Math.min(14, term / 2)) return
      customer.expiryTold = true
      told.push(`${today} mail renewal-card`)
    }
    if (customer.announced === due || today < announceDay(due, term)) return
    customer.announced = due
    told.push(`${today} mail renewal-soon`)
    if (expired) told.push(`${today} says that the card expires`)
  }

  function remind(today: number) {
    if (!failing(customer)) return
    const since = today - customer.failedOn!
    const still = since >= 7 ? 7 : since >= 3 ? 3 : 0
    if (still <= customer.stillTold) return
    customer.stillTold = still
    told.push(`${today} mail renewal-failed`)
  }

  /** Only if nothing renews, and not on the first day or more than two days after the end. */
  function tellEnd(today: number) {
    const { state, end, began, toldEnd } = customer
    const renews = state === 'on' || state === 'charging' || failing(customer)
    if (term === null || renews || today < story.bought || began >= today || end <= today - 3)
      return
    const left = noticeFor(end - today)
    if (left === null || (toldEnd?.end === end && toldEnd.left <= left)) return
    customer.toldEnd = { end, left }
    told.push(`${today} mail subscription-${left === 0 ? 'ended' : 'ending'}`)
  }

  function buy(today: number) {
    const halves = code ? code.halves : 0
    const amount = code ? cents / 2 : cents
    if (term === null) told.push(`${today} paid ${amount}`, `${today} mail receipt`)
    else pay(today, amount)
    if (story.renews && term !== null) Object.assign(customer, { state: 'on', halvesLeft: halves })
  }

  const acts: Record<Act, (today: number) => boolean> = {
    stop() {
      if (['none', 'stopping', 'ended'].includes(customer.state)) return false
      const waits = customer.state === 'retrying' && customer.nextTry === null
      customer.state = 'stopping'
      if (!waits) Object.assign(customer, { failedOn: null, nextTry: null, stillTold: 0 })
      return true
    },
    resume(today) {
      if (customer.state !== 'stopping' || customer.end <= today) return false
      customer.state = customer.failedOn === null ? 'on' : 'retrying'
      return true
    },
    'replace the card'(today) {
      if (['none', 'ended'].includes(customer.state)) return false
      customer.replaced = true
      if (customer.state === 'stopping') Object.assign(customer, { failedOn: null, stillTold: 0 })
      if (failing(customer)) charge(today)
      return true
    },
    pay(today) {
      if (!failing(customer)) return false
      charge(today)
      return customer.state === 'on'
    },
    confirm(today) {
      if (customer.state !== 'needs_action') return false
      renew(today)
      return true
    },
  }

  for (let today = 0; today < days; today += 1) {
    const { end } = customer
    if (today > story.bought) shopWorks(today)
    if (today === story.bought) buy(today)
    for (const { on, act } of story.acts)
      if (on === today) told.push(`${today} ${act}: ${acts[act](today) ? 'done' : 'refused'}`)
    if (customer.end !== end) told.push(`${today} ends ${customer.end}`)
  }
  return inOrder(told)
}

/** Sorts by day, then alphabetically. */
export function inOrder(lines: readonly string[]): string[] {
  const day = (line: string) => Number.parseInt(line, 10)
  return lines.toSorted((a, b) => day(a) - day(b) || (a < b ? -1 : a > b ? 1 : 0))
}
