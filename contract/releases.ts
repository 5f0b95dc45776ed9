import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { productRefusals } from './products.ts'
import { id, pathId, timestamp } from './wire.ts'

export const channel = z.enum(['stable', 'beta'])
export type Channel = z.output<typeof channel>

// As in semver.org, but without build metadata: versions that differ only in metadata have no
// order.
const number = '(?:0|[1-9]\\d*)'
// At most 15 digits, which a number represents exactly. Longer ones are not a valid version.
const part = '(?:0|[1-9]\\d{0,14})'
const identifier = `(?:${number}|\\d*[a-zA-Z-][0-9a-zA-Z-]*)`
const semantic = new RegExp(`^${part}\\.${part}\\.${part}(?:-${identifier}(?:\\.${identifier})*)?$`)

/** The version of a release, in Semantic Versioning. */
export const releaseVersion = z
  .string()
  .trim()
  .max(40, 'A version has at most 40 characters')
  .regex(semantic, 'A version has three numbers, as in 1.5.0 or 1.5.0-beta.2')
  .meta({ example: '1.5.0' })

const chosen = z.object({
  beta: z.boolean().meta({ description: 'Betas are offered, too, when they are newer' }),
})

const following = z.object({
  on: z.boolean().meta({ description: 'New releases are mailed' }),
})

const entry = z.object({
  id,
  version: z.string().meta({ example: '2.3.0' }),
  channel,
  published_at: timestamp.meta({ description: 'When it was promoted first' }),
  notes_html: z.string().meta({ description: 'Rendered and sanitised; empty without notes' }),
})
export type ChangelogEntry = z.input<typeof entry>

const currentRelease = z.object({
  repo: z.string().meta({ description: 'The module on the status page', example: 'cs2' }),
  product: z
    .object({ id, name: z.string() })
    .nullable()
    .meta({ description: 'Null: it is the loader' }),
  version: z.string().meta({ example: '2.3.0' }),
  percent: z.int().meta({ description: 'How many percent of the customers are offered it' }),
  since: timestamp.meta({ description: 'When it was promoted' }),
})
export type CurrentRelease = z.input<typeof currentRelease>

/** Lets customers read about releases and choose whether they get betas and mails. */
export const releases = {
  choice: endpoint({
    method: 'GET',
    path: '/loader/channel',
    who: 'user',
    summary: 'Whether betas are offered to me',
    result: chosen,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/loader/channel',
    who: 'user',
    summary: 'Take betas, or only what is stable',
    description:
      'Of the loader and of every module. Who goes back to stable is offered the stable release again.',
    limit: { max: 30, seconds: 600, by: 'user' },
    body: chosen,
    result: chosen,
  }),
  following: endpoint({
    method: 'GET',
    path: '/loader/mail',
    who: 'user',
    summary: 'Whether new releases of what I have are mailed to me',
    result: following,
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/loader/mail',
    who: 'user',
    summary: 'Have new releases of what I have mailed, or no longer',
    description:
      'Of the loader while I have any time left, of a module while I have time of its product; each once, when it is offered to me.',
    limit: { max: 30, seconds: 60, by: 'user' },
    body: following,
    result: following,
  }),
  current: endpoint({
    method: 'GET',
    path: '/status/releases',
    who: 'anyone',
    summary: 'What is current of the modules on the status page',
    description:
      'For each module that one product alone needs, the stable release of it that was promoted last, and at the module `loader` the loader’s. Hidden products are left out; at most 501.',
    duringMaintenance: true,
    cached: 'catalogue',
    result: z.array(currentRelease),
  }),
  changelog: endpoint({
    method: 'GET',
    path: '/games/{id}/changelog',
    who: 'anyone',
    summary: 'Read the changelog of a product',
    description:
      'Its module’s releases that are offered to somebody, those promoted last first; at most 100.',
    cached: 'catalogue',
    params: z.object({ id: pathId }),
    result: z.object({
      product: z.object({ id, name: z.string() }),
      entries: z.array(entry),
    }),
    refusals: { unknown_product: productRefusals.unknown_product },
  }),
}
