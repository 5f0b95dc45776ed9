import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { id, pathId, timestamp } from '#contract/wire/wire.ts'

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
  .max(40, 'A version can have at most 40 characters')
  .regex(semantic, 'Enter a version such as 1.5.0 or 1.5.0-beta.2')
  .meta({ example: '1.5.0' })

const chosen = z.object({
  beta: z.boolean().meta({ description: 'Betas are offered too, if they are newer' }),
})

const following = z.object({
  on: z.boolean().meta({ description: 'New releases are emailed' }),
})

const entry = z.object({
  id,
  version: z.string().meta({ example: '2.3.0' }),
  channel,
  published_at: timestamp.meta({ description: 'When it was first promoted' }),
  notes_html: z.string().meta({ description: 'Release notes as sanitised HTML; may be empty' }),
})
export type ChangelogEntry = z.input<typeof entry>

const currentRelease = z.object({
  repo: z.string().meta({ description: 'Name of the module on the status page', example: 'cs2' }),
  product: z
    .object({ id, name: z.string() })
    .nullable()
    .meta({ description: 'Null for the loader' }),
  version: z.string().meta({ example: '2.3.0' }),
  percent: z.int().meta({ description: 'Rollout in percent of customers' }),
  since: timestamp.meta({ description: 'Time of the promotion' }),
})
export type CurrentRelease = z.input<typeof currentRelease>

/** Lets customers read about releases and choose whether they get betas and mails. */
export const releases = {
  choice: endpoint({
    method: 'GET',
    path: '/loader/channel',
    who: 'user',
    summary: 'Check whether betas are offered to me',
    result: chosen,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/loader/channel',
    who: 'user',
    summary: 'Switch between beta and stable releases',
    description:
      'Applies to the loader and all modules. After switching back, the stable release is offered again.',
    limit: { max: 30, seconds: 600, by: 'user' },
    body: chosen,
    result: chosen,
  }),
  following: endpoint({
    method: 'GET',
    path: '/loader/mail',
    who: 'user',
    summary: 'Check whether new releases are emailed to me',
    result: following,
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/loader/mail',
    who: 'user',
    summary: 'Turn release emails on or off',
    description:
      'About the loader while I have any active subscription, and about a module while I have a subscription to its product. Sent once for each release, when it is offered to me.',
    limit: { max: 30, seconds: 60, by: 'user' },
    body: following,
    result: following,
  }),
  current: endpoint({
    method: 'GET',
    path: '/status/releases',
    who: 'anyone',
    summary: 'List the current releases of the status page’s modules',
    description:
      'The newest stable release of each module that only one product needs, and of the loader as module `loader`. Hidden products are left out; at most 501.',
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
      'Releases of its module that are offered to customers, last promoted first; at most 100.',
    cached: 'catalogue',
    params: z.object({ id: pathId }),
    result: z.object({
      product: z.object({ id, name: z.string() }),
      entries: z.array(entry),
    }),
    refusals: { unknown_product: productRefusals.unknown_product },
  }),
}
