import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { type MailTextName, mailTextNames } from './mail-texts.ts'
import { refusals } from './refusals.ts'
import { revision, revisionRefusals, seenRevision } from './revisions.ts'
import { textName, textPages } from './text-pages.ts'
import { legalPage } from './texts.ts'
import { timestamp } from './wire.ts'

const version = z
  .int()
  .nonnegative()
  .meta({ description: 'Goes up with what is published; 0 is the texts that the shop comes with' })

const summary = z.object({
  name: textName,
  version,
  published_at: timestamp.nullable(),
  published_by: z.string().nullable(),
  draft_at: timestamp.nullable().meta({ description: 'Null: there is no draft' }),
  draft_by: z.string().nullable(),
})
export type TextSummary = z.input<typeof summary>

const content = z.record(z.string(), z.unknown())

export const textState = summary
  .extend({
    draft: content.nullable().meta({ description: 'All of its texts; null: there is none' }),
    published: content.meta({ description: 'As visitors have it, placeholders not filled in' }),
    defaults: content.meta({ description: 'What the shop comes with' }),
    revision,
  })
  .meta({ id: 'TextState' })
export type TextState = z.input<typeof textState>

const textVersion = z
  .object({
    version,
    published_at: timestamp,
    published_by: z.string().nullable(),
    restores: version.nullable().meta({ description: 'The version that it brought back' }),
    changed: z.array(z.string()).meta({ description: 'The fields that it has of its own' }),
  })
  .meta({ id: 'TextVersion' })
export type TextVersion = z.input<typeof textVersion>

const saved = {
  publish: z
    .boolean()
    .meta({ description: 'For visitors, at once; otherwise it is kept as the draft' }),
  revision: seenRevision,
}
const { landing, faq, promotion, footer, terms, refunds, privacy } = textPages
const save = z.discriminatedUnion('name', [
  landing.extend({ name: z.literal('landing'), ...saved }),
  faq.extend({ name: z.literal('faq'), ...saved }),
  promotion.extend({ name: z.literal('promotion'), ...saved }),
  footer.extend({ name: z.literal('footer'), ...saved }),
  terms.extend({ name: z.literal('terms'), ...saved }),
  refunds.extend({ name: z.literal('refunds'), ...saved }),
  privacy.extend({ name: z.literal('privacy'), ...saved }),
  ...mailTextNames.map(savedMail),
])

function savedMail<Name extends MailTextName>(name: Name) {
  return textPages[name].extend({ name: z.literal(name), ...saved })
}

export const textRefusals = refusals({ unknown_version: [404, 'There is no such version'] })

const staff = { who: 'staff', can: 'manage_settings' } as const
const named = z.object({ name: textName })

export const staffTexts = {
  list: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/texts/',
    summary: 'List the texts that can be written',
    result: z.object({ texts: z.array(summary), total: z.int() }),
  }),
  get: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/texts/{name}',
    summary: 'Read a text to edit it',
    params: named,
    result: textState,
  }),
  versions: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/texts/{name}/versions',
    summary: 'List what was published of a text',
    description: 'The newest first.',
    params: named,
    query: z.object(paged(10)),
    result: z.object({ versions: z.array(textVersion), total: z.int() }),
  }),
  preview: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/texts/{name}/preview',
    summary: 'Read a text as visitors would have it',
    description: 'The draft where there is one, or a version.',
    params: named,
    query: z.object({ version: z.coerce.number().int().nonnegative().optional() }),
    result: z.object({
      content: content.meta({
        description: 'With the placeholders filled in, but for those of a mail',
      }),
      legal: legalPage.nullable().meta({ description: 'Of a legal page, as it is shown' }),
      version: version.nullable().meta({ description: 'Null: the draft' }),
    }),
    refusals: textRefusals,
  }),
  save: endpoint({
    ...staff,
    method: 'PUT',
    path: '/admin/texts/',
    summary: 'Keep a draft of a text, or publish it',
    description:
      'Only what differs from the default texts is stored. Changes apply immediately. Publishing the unchanged default of a legal page, the FAQ or the footer accepts it, as version 1.',
    bodyLimit: 2 * 1024 * 1024,
    body: save,
    result: textState,
    refusals: revisionRefusals,
  }),
  discard: endpoint({
    ...staff,
    method: 'DELETE',
    path: '/admin/texts/{name}/draft',
    summary: 'Discard the draft of a text',
    params: named,
    query: z.object({ revision: z.coerce.number().int().positive().optional() }),
    result: textState,
    refusals: revisionRefusals,
  }),
  rollBack: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/texts/{name}/roll-back',
    summary: 'Publish a former version of a text again',
    description:
      'As a new version. Version 0 is the texts that the shop comes with. A draft stays.',
    params: named,
    body: z.object({ version, revision: seenRevision }),
    result: textState,
    refusals: { ...textRefusals, ...revisionRefusals },
  }),
}
