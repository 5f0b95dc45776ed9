import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentStatuses } from '#contract/selling/orders.ts'
import type { DB } from '#db/tables.ts'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { incidentTransitions } from '#server/outages/incidents/state.ts'
import { campaignTransitions } from '#server/people/campaigns/status.ts'
import { disputeTransitions } from '#server/selling/disputes/states.ts'
import { payoutTransitions } from '#server/selling/orders/payout-status.ts'
import { advance, type OrderEvent } from '#server/selling/orders/status.ts'
import { refundTransitions } from '#server/selling/refunds/status.ts'
import { renewalTransitions } from '#server/selling/renewals/state.ts'

type Machine = {
  table: keyof DB
  column: 'payment_status' | 'status' | 'state'
  /** By state and event, the next state. */
  transitions: Record<string, Partial<Record<string, string>>>
  first: string[]
  final: string[]
}

const orderEvents: OrderEvent[] = [
  ...paymentStatuses,
  ...(['dispute_won', 'dispute_lost', 'window_over', 'too_little', 'failed_seen'] as const),
  'refund_failed',
]

const machines: Machine[] = [
  {
    table: 'orders',
    column: 'payment_status',
    transitions: Object.fromEntries(
      paymentStatuses.map((from) => [
        from,
        Object.fromEntries(orderEvents.map((event) => [event, advance(from, event)])),
      ]),
    ),
    first: ['waiting'],
    // A refund that fails makes its order finished again.
    final: [],
  },
  {
    table: 'payouts',
    column: 'status',
    transitions: payoutTransitions,
    first: ['offered'],
    final: ['done', 'withdrawn'],
  },
  {
    table: 'campaigns',
    column: 'status',
    transitions: campaignTransitions,
    first: ['running'],
    final: ['cancelled'],
  },
  {
    table: 'incidents',
    column: 'state',
    transitions: incidentTransitions,
    first: ['planned', 'open'],
    final: ['closed', 'cancelled'],
  },
  {
    table: 'disputes',
    column: 'state',
    transitions: disputeTransitions,
    first: ['warning'],
    final: ['won', 'withdrawn'],
  },
  {
    table: 'refunds',
    column: 'status',
    transitions: refundTransitions,
    first: ['asked'],
    final: ['failed', 'canceled'],
  },
  {
    table: 'renewals',
    column: 'state',
    transitions: renewalTransitions,
    first: ['on'],
    final: ['ended'],
  },
]

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 1)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** The state after an event. An event that the table does not have is refused. */
const after = ({ transitions }: Machine, from: string, event: string) =>
  transitions[from]![event] ?? from

const eventsOf = ({ transitions }: Machine) => [
  ...new Set(Object.values(transitions).flatMap((events) => Object.keys(events))),
]

test.each(machines)('$table has the states that the database allows', async (machine) => {
  const { table, column, transitions } = machine
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(pg_constraint.oid) as definition
      from pg_constraint
      join pg_attribute on attrelid = conrelid and conkey = array[attnum]
     where conrelid = ${table}::regclass and attname = ${column} and contype = 'c'`.execute(db)
  expect(rows).toHaveLength(1)
  const allowed = [...rows[0]!.definition.matchAll(/'(\w+)'/g)].map(([, state]) => state!)
  expect(Object.keys(transitions).toSorted()).toEqual(allowed.toSorted())
})

test.each(machines)('every state of $table is reachable from the first', (machine) => {
  const reached = new Set(machine.first)
  // A set also visits the members that are added during the loop.
  for (const from of reached)
    for (const event of eventsOf(machine)) reached.add(after(machine, from, event))
  expect([...reached].toSorted()).toEqual(Object.keys(machine.transitions).toSorted())
})

test.each(machines)('the final states of $table are those that no event leaves', (machine) => {
  const stuck = Object.keys(machine.transitions).filter((from) =>
    eventsOf(machine).every((event) => after(machine, from, event) === from),
  )
  expect(stuck.toSorted()).toEqual(machine.final.toSorted())
})

test.each(machines)('an event of $table that arrives twice counts once', (machine) => {
  for (const from of Object.keys(machine.transitions))
    for (const event of eventsOf(machine)) {
      const once = after(machine, from, event)
      expect([from, event, after(machine, once, event)]).toEqual([from, event, once])
    }
})

const pairs = /\('(\w+)', '(\w+)'\)/g

test.each([{ table: 'payouts', trigger: 'payouts_forward' }])(
  '$trigger allows the same steps as the table of $table',
  async ({ table, trigger }) => {
    const { rows } = await sql<{ source: string }>`
      select prosrc as source from pg_trigger join pg_proc on pg_proc.oid = tgfoid
       where tgrelid = ${table}::regclass and tgname = ${trigger}`.execute(db)
    const allowed = [...rows[0]!.source.matchAll(pairs)].map(([, from, to]) => `${from} → ${to}`)
    const machine = machines.find((each) => each.table === table)!
    const steps = Object.entries(machine.transitions).flatMap(([from, events]) =>
      Object.values(events).flatMap((to) => (to === from ? [] : [`${from} → ${to}`])),
    )
    expect([...new Set(steps)].toSorted()).toEqual(allowed.toSorted())
  },
)
