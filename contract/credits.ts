import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { productRefusals } from './products.ts'
import { refusals } from './refusals.ts'
import { revisionRefusals } from './revisions.ts'
import { moduleName } from './status.ts'
import { line } from './text.ts'
import { id, money, pathId, timestamp } from './wire.ts'

export const countedStates = ['updating', 'maintenance', 'offline'] as const
export const roundings = ['second', 'hour', 'day'] as const
export const modes = ['credit', 'still'] as const

/** 0 if the policy was never changed and the defaults apply. */
const revision = z.int().min(0).meta({ description: 'Goes up with each change, from 0' })

const minutes = 'Enter whole minutes from 0 to 10080'
const factor = 'Enter a factor from 1 to 2, with at most two decimals'

/** How customers are compensated for the time in which modules of a product are down. */
const policy = z.object({
  repos: z.array(moduleName).max(100).meta({ description: 'The modules that the product needs' }),
  states: z
    .array(z.enum(countedStates))
    .max(countedStates.length)
    .meta({ description: 'Which states of an incident count' }),
  from_minutes: z
    .int(minutes)
    .min(0, minutes)
    .max(10_080, minutes)
    .meta({ description: 'How long it has to take' }),
  mode: z.enum(modes).meta({
    description:
      'What becomes of the time: credited by a batch afterwards, or standing still meanwhile',
  }),
  rounding: z.enum(roundings).meta({ description: 'To what each customer’s time is rounded up' }),
  factor: z
    .number(factor)
    .min(1, factor)
    .max(2, factor)
    .multipleOf(0.01, factor)
    .meta({ description: 'By what the lost time is multiplied' }),
})

export const timePolicy = policy
  .extend({ game_id: id, name: z.string(), revision })
  .meta({ id: 'TimePolicy' })
export type TimePolicy = z.input<typeof timePolicy>

export const batchStates = [
  'draft',
  'previewing',
  'previewed',
  'confirmed',
  'applying',
  'applied',
  'undoing',
  'undone',
  'dropped',
] as const
export type BatchState = (typeof batchStates)[number]

/** Why a subscription is excluded from a compensation batch. */
export const leftOutFor = [
  'deleted',
  'banned',
  'disputed',
  'lifetime',
  'credited',
  'taken',
] as const

export const batchEffects = z
  .object({
    people: z.int(),
    runs: z.int(),
    seconds: z.int().meta({ description: 'Of all together' }),
    worth: money.meta({ description: 'What the time costs by the month' }),
    earliest_end: timestamp.nullable(),
    latest_end: timestamp.nullable(),
    left_out: z
      .partialRecord(z.enum(leftOutFor), z.int())
      .meta({ description: 'Runs that get nothing, by why' }),
  })
  .meta({ id: 'BatchEffects' })
export type BatchEffects = z.input<typeof batchEffects>

export const creditBatch = z
  .object({
    id,
    title: z.string(),
    incident: id.nullable(),
    products: z.array(z.string()),
    seconds: z.int().nullable().meta({ description: 'Of one by hand: what everybody gets' }),
    note: z.string(),
    state: z.enum(batchStates),
    by: z.string(),
    created_at: timestamp,
    effects: batchEffects.nullable().meta({ description: 'What the last preview has found' }),
    previewed_at: timestamp.nullable(),
    confirmed_by: z.string().nullable(),
    applied_at: timestamp.nullable(),
    undone_at: timestamp.nullable(),
    overtaken: z.boolean().meta({
      description:
        'Its incident was given other modules or times after this was found out. It stays as it is.',
    }),
    can_undo: z.boolean().meta({ description: 'For 72 hours' }),
    given: z.int().meta({ description: 'Runs that have been given their time by now' }),
    taken_back: z.int().meta({ description: 'Seconds that undoing took back' }),
    kept: z.int().meta({ description: 'Seconds that were used and could not be taken back' }),
  })
  .meta({ id: 'CreditBatch' })
export type CreditBatch = z.input<typeof creditBatch>

export const longestBatchNote = 1000
export const mostBatchHours = 8760
const hours = `Enter whole hours from 1 to ${mostBatchHours}`

export const batchRefusals = refusals({
  unknown_batch: [404, 'This batch was not found'],
  batch_state: [409, 'This batch is {state}: that cannot be done any more'],
  batch_id_used: [409, 'This id belongs to another batch: ask with a new one'],
  batch_empty: [409, 'Nobody would get anything'],
  batch_previewed: [409, 'It was found out anew who gets what. Look at it again'],
  batch_people: [409, 'The number of people is {people}. Type it to confirm'],
  batch_overtaken: [
    409,
    'Another batch gives some of this time since the preview. When that one is done, preview this one again.',
  ],
  batch_too_old: [409, 'A batch can be undone for 72 hours'],
  exporting_batch_already: [409, 'You are already exporting this batch. Please wait.'],
})
const { unknown_batch, batch_state, batch_empty, batch_previewed, batch_people, batch_overtaken } =
  batchRefusals

const oneBatch = { params: z.object({ id: pathId }) }
const limit = { max: 60, seconds: 60, by: 'user' } as const
const managing = { method: 'POST', who: 'staff', can: 'manage_credits', limit } as const

export const credits = {
  list: endpoint({
    method: 'GET',
    path: '/admin/credits/',
    who: 'staff',
    can: 'view_credits',
    summary: 'Batches of credited time',
    description: 'The latest first.',
    query: z.object(paged(25)),
    result: z.object({ batches: z.array(creditBatch), total: z.int() }),
  }),
  products: endpoint({
    method: 'GET',
    path: '/admin/credits/products',
    who: 'staff',
    can: 'view_credits',
    summary: 'What time can be credited of',
    result: z.array(z.object({ id, name: z.string() })),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/credits/{id}',
    who: 'staff',
    can: 'view_credits',
    summary: 'Read a batch',
    ...oneBatch,
    result: creditBatch,
    refusals: { unknown_batch },
  }),
  export: endpoint({
    method: 'GET',
    path: '/admin/credits/{id}/export',
    who: 'staff',
    can: 'view_credits',
    summary: 'Whom a batch is about, as CSV',
    ...oneBatch,
    result: z.string(),
    produces: 'text/csv',
    refusals: { unknown_batch, exporting_batch_already: batchRefusals.exporting_batch_already },
  }),
  add: endpoint({
    ...managing,
    path: '/admin/credits/',
    summary: 'Draft a batch by hand: everybody who has a product now',
    description: 'With an `id` of the caller’s it counts once, however often it is sent.',
    body: z.object({
      id: z.uuid().optional(),
      game_id: id,
      hours: z.int(hours).min(1, hours).max(mostBatchHours, hours),
      title: line(120, 'Enter a title'),
      note: z
        .string()
        .trim()
        .max(longestBatchNote, `Please keep it under ${longestBatchNote} characters`)
        .default('')
        .meta({ description: 'For the customers, in their mail' }),
    }),
    result: creditBatch,
    status: 201,
    refusals: {
      unknown_product: productRefusals.unknown_product,
      batch_id_used: batchRefusals.batch_id_used,
    },
  }),
  preview: endpoint({
    ...managing,
    path: '/admin/credits/{id}/preview',
    summary: 'Find out who gets what',
    description:
      'By a job, as often as one likes before it is confirmed. Nobody is given anything by it.',
    ...oneBatch,
    result: creditBatch,
    refusals: { unknown_batch, batch_state },
  }),
  confirm: endpoint({
    ...managing,
    path: '/admin/credits/{id}/confirm',
    summary: 'Give everybody in the preview their time',
    ...oneBatch,
    body: z.object({
      people: z.int('Type the number of people').meta({ description: 'As in the preview' }),
      previewed_at: timestamp.optional().meta({
        description: 'Of the preview that was looked at: refused where there is a newer one',
      }),
    }),
    result: creditBatch,
    refusals: {
      unknown_batch,
      batch_state,
      batch_empty,
      batch_previewed,
      batch_people,
      batch_overtaken,
    },
  }),
  drop: endpoint({
    ...managing,
    path: '/admin/credits/{id}/drop',
    summary: 'Credit nothing',
    ...oneBatch,
    result: creditBatch,
    refusals: { unknown_batch, batch_state },
  }),
  undo: endpoint({
    ...managing,
    path: '/admin/credits/{id}/undo',
    summary: 'Take back what is unused of it',
    description: 'Within 72 hours.',
    ...oneBatch,
    result: creditBatch,
    refusals: { unknown_batch, batch_state, batch_too_old: batchRefusals.batch_too_old },
  }),
  policies: endpoint({
    method: 'GET',
    path: '/admin/credits/policies',
    who: 'staff',
    can: 'view_credits',
    summary: 'What becomes of lost time, by product',
    description: 'In the order of the store, with the names of all modules.',
    query: z.object(paged(25)),
    result: z.object({
      policies: z.array(timePolicy),
      total: z.int(),
      repos: z.array(z.string()),
    }),
  }),
  setPolicy: endpoint({
    method: 'PATCH',
    path: '/admin/credits/policies/{id}',
    who: 'staff',
    can: 'manage_credits',
    summary: 'Say what becomes of a product’s lost time',
    description: 'And which modules it needs.',
    params: z.object({ id: pathId }),
    body: policy.partial().extend({ revision: revision.optional() }),
    result: timePolicy,
    refusals: { unknown_product: productRefusals.unknown_product, ...revisionRefusals },
  }),
}
