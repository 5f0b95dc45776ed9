import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged } from '#contract/wire/lists.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { revisionRefusals } from '#contract/wire/revisions.ts'
import { line } from '#contract/wire/text.ts'
import { id, money, pathId, timestamp } from '#contract/wire/wire.ts'
import { moduleName } from './status.ts'

export const countedStates = ['updating', 'maintenance', 'offline'] as const
export const roundings = ['second', 'hour', 'day'] as const
export const modes = ['credit', 'still'] as const

/** 0 if the policy was never changed and the defaults apply. */
const revision = z.int().min(0).meta({ description: 'Increases by one with each change, from 0' })

const minutes = 'Enter whole minutes from 0 to 10080'
const factor = 'Enter a factor from 1 to 2, with at most two decimals'

/** How customers are compensated for the time in which modules of a product are down. */
const policy = z.object({
  repos: z.array(moduleName).max(100).meta({ description: 'Modules that the product needs' }),
  states: z
    .array(z.enum(countedStates))
    .max(countedStates.length)
    .meta({ description: 'Incident states that count as an outage' }),
  from_minutes: z
    .int(minutes)
    .min(0, minutes)
    .max(10_080, minutes)
    .meta({ description: 'Minimum length of an outage that counts' }),
  mode: z.enum(modes).meta({
    description:
      'How lost time is compensated: by a batch afterwards, or by pausing the time during the outage',
  }),
  rounding: z
    .enum(roundings)
    .meta({ description: 'Each customer’s compensation is rounded up to this unit' }),
  factor: z
    .number(factor)
    .min(1, factor)
    .max(2, factor)
    .multipleOf(0.01, factor)
    .meta({ description: 'Lost time is multiplied by this factor' }),
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
    seconds: z.int().meta({ description: 'For all recipients together' }),
    worth: money.meta({ description: 'Value of the time at the monthly price' }),
    earliest_end: timestamp.nullable(),
    latest_end: timestamp.nullable(),
    left_out: z
      .partialRecord(z.enum(leftOutFor), z.int())
      .meta({ description: 'Subscriptions that receive nothing, by reason' }),
  })
  .meta({ id: 'BatchEffects' })
export type BatchEffects = z.input<typeof batchEffects>

export const creditBatch = z
  .object({
    id,
    title: z.string(),
    incident: id.nullable(),
    products: z.array(z.string()),
    seconds: z
      .int()
      .nullable()
      .meta({ description: 'Of a batch created by hand: the time that each recipient gets' }),
    note: z.string(),
    state: z.enum(batchStates),
    by: z.string(),
    created_at: timestamp,
    effects: batchEffects.nullable().meta({ description: 'Result of the last preview' }),
    previewed_at: timestamp.nullable(),
    confirmed_by: z.string().nullable(),
    applied_at: timestamp.nullable(),
    undone_at: timestamp.nullable(),
    overtaken: z.boolean().meta({
      description:
        'The modules or times of the incident changed after the preview. The batch stays unchanged.',
    }),
    can_undo: z.boolean().meta({ description: 'For 72 hours' }),
    given: z.int().meta({ description: 'Subscriptions that have received their time so far' }),
    taken_back: z.int().meta({ description: 'Seconds that were revoked by undoing the batch' }),
    kept: z.int().meta({ description: 'Seconds that were already used and could not be revoked' }),
  })
  .meta({ id: 'CreditBatch' })
export type CreditBatch = z.input<typeof creditBatch>

export const longestBatchNote = 1000
export const mostBatchHours = 8760
const hours = `Enter whole hours from 1 to ${mostBatchHours}`

export const batchRefusals = refusals({
  unknown_batch: [404, 'Compensation batch not found'],
  batch_state: [409, 'This batch is {state}, so this action is no longer possible'],
  batch_id_used: [409, 'This id already belongs to another batch. Use a new id.'],
  batch_empty: [409, 'Nobody would receive any time'],
  batch_previewed: [409, 'The list of recipients has changed. Review it and confirm again'],
  batch_people: [409, 'There are {people} recipients. Type this number to confirm'],
  batch_overtaken: [
    409,
    'Another batch covers some of this time. When it has finished, preview this batch again.',
  ],
  batch_too_old: [409, 'A batch can only be undone within 72 hours'],
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
    summary: 'List the compensation batches',
    description: 'Newest first.',
    query: z.object(paged(25)),
    result: z.object({ batches: z.array(creditBatch), total: z.int() }),
  }),
  products: endpoint({
    method: 'GET',
    path: '/admin/credits/products',
    who: 'staff',
    can: 'view_credits',
    summary: 'List what a batch can compensate',
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
    summary: 'Export the recipients of a batch as CSV',
    ...oneBatch,
    result: z.string(),
    produces: 'text/csv',
    refusals: { unknown_batch, exporting_batch_already: batchRefusals.exporting_batch_already },
  }),
  add: endpoint({
    ...managing,
    path: '/admin/credits/',
    summary: 'Create a batch by hand for all customers of a product',
    description:
      'With an `id` from the caller the request is idempotent: repeating it creates no second batch.',
    body: z.object({
      id: z.uuid().optional(),
      game_id: id,
      hours: z.int(hours).min(1, hours).max(mostBatchHours, hours),
      title: line(120, 'Enter a title'),
      note: z
        .string()
        .trim()
        .max(longestBatchNote, `Please use at most ${longestBatchNote} characters`)
        .default('')
        .meta({ description: 'Message to the customers in the email' }),
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
    summary: 'Preview the recipients of a batch',
    description:
      'Runs in the background and can be repeated until the batch is confirmed. Nobody receives time yet.',
    ...oneBatch,
    result: creditBatch,
    refusals: { unknown_batch, batch_state },
  }),
  confirm: endpoint({
    ...managing,
    path: '/admin/credits/{id}/confirm',
    summary: 'Confirm a batch and credit the time',
    ...oneBatch,
    body: z.object({
      people: z
        .int('Type the number of recipients')
        .meta({ description: 'Number of recipients in the preview' }),
      previewed_at: timestamp.optional().meta({
        description: 'The reviewed preview; refused if there is a newer one',
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
    summary: 'Discard a batch',
    ...oneBatch,
    result: creditBatch,
    refusals: { unknown_batch, batch_state },
  }),
  undo: endpoint({
    ...managing,
    path: '/admin/credits/{id}/undo',
    summary: 'Undo a batch and revoke its unused time',
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
    summary: 'List the compensation rules by product',
    description: 'In store order, with the names of all modules.',
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
    summary: 'Change a product’s compensation rule',
    description: 'Also sets which modules the product needs.',
    params: z.object({ id: pathId }),
    body: policy.partial().extend({ revision: revision.optional() }),
    result: timePolicy,
    refusals: { unknown_product: productRefusals.unknown_product, ...revisionRefusals },
  }),
}
