import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged } from '#contract/wire/lists.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { revision, revisionRefusals, seenRevision } from '#contract/wire/revisions.ts'
import { timestamp } from '#contract/wire/wire.ts'
import { mailText, mailWords } from './mail-texts.ts'
import { textName, textPages } from './text-pages.ts'
import { legalPage } from './texts.ts'

const version = z
  .int()
  .nonnegative()
  .meta({ description: 'Increases with each publication; 0 is the default text' })

const summary = z.object({
  name: textName,
  mail: mailText
    .pick({ title: true, detail: true })
    .nullable()
    .meta({ description: 'Null if the text belongs to a page' }),
  version,
  published_at: timestamp.nullable(),
  published_by: z.string().nullable(),
  draft_at: timestamp.nullable().meta({ description: 'Null if there is no draft' }),
  draft_by: z.string().nullable(),
})
export type TextSummary = z.input<typeof summary>

const shownMail = mailText.nullable().meta({ description: 'Null if the text belongs to a page' })

const content = z.record(z.string(), z.unknown())

export const textState = summary
  .extend({
    mail: shownMail,
    draft: content
      .nullable()
      .meta({ description: 'All texts of the draft; null if there is none' }),
    published: content.meta({ description: 'As published, with placeholders not filled in' }),
    defaults: content.meta({ description: 'The default text of the shop' }),
    revision,
  })
  .meta({ id: 'TextState' })
export type TextState = z.input<typeof textState>

const textVersion = z
  .object({
    version,
    published_at: timestamp,
    published_by: z.string().nullable(),
    restores: version.nullable().meta({ description: 'The version that it restored' }),
    changed: z.array(z.string()).meta({ description: 'Fields that differ from the default' }),
  })
  .meta({ id: 'TextVersion' })
export type TextVersion = z.input<typeof textVersion>

const saved = {
  publish: z
    .boolean()
    .meta({ description: 'Publish it immediately; otherwise it is saved as a draft' }),
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
])

export const textRefusals = refusals({ unknown_text: [404, 'Text not found'] })
export const versionRefusals = refusals({ unknown_version: [404, 'Version not found'] })

const staff = { who: 'staff', can: 'manage_settings' } as const
const named = z.object({ name: textName })

export const staffTexts = {
  list: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/texts/',
    summary: 'List the editable texts',
    result: z.object({ texts: z.array(summary), total: z.int() }),
  }),
  get: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/texts/{name}',
    summary: 'Read a text for editing',
    params: named,
    result: textState,
    refusals: textRefusals,
  }),
  versions: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/texts/{name}/versions',
    summary: 'List the published versions of a text',
    description: 'Newest first.',
    params: named,
    query: z.object(paged(10)),
    result: z.object({ versions: z.array(textVersion), total: z.int() }),
    refusals: textRefusals,
  }),
  preview: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/texts/{name}/preview',
    summary: 'Preview a text',
    description: 'Shows the draft if there is one, or a version.',
    params: named,
    query: z.object({ version: z.coerce.number().int().nonnegative().optional() }),
    result: z.object({
      mail: shownMail,
      content: content.meta({
        description: 'With placeholders filled in, except in emails',
      }),
      legal: legalPage.nullable().meta({ description: 'For a legal page, as it is shown' }),
      version: version.nullable().meta({ description: 'Null for the draft' }),
    }),
    refusals: { ...textRefusals, ...versionRefusals },
  }),
  save: endpoint({
    ...staff,
    method: 'PUT',
    path: '/admin/texts/',
    summary: 'Save a draft of the texts of a page, or publish it',
    description:
      'Only what differs from the default texts is stored. Changes apply immediately. Publishing the unchanged default of a legal page, the FAQ or the footer accepts it, as version 1.',
    bodyLimit: 2 * 1024 * 1024,
    body: save,
    result: textState,
    refusals: revisionRefusals,
  }),
  saveMail: endpoint({
    ...staff,
    method: 'PUT',
    path: '/admin/texts/mails/',
    summary: 'Save a draft of the texts of an email, or publish it',
    description:
      'The body has all fields of the email. Only what differs from the default texts is stored. Changes apply immediately.',
    body: mailWords(saved, { publish: false }),
    result: textState,
    refusals: { ...textRefusals, ...revisionRefusals },
  }),
  discard: endpoint({
    ...staff,
    method: 'DELETE',
    path: '/admin/texts/{name}/draft',
    summary: 'Discard the draft of a text',
    params: named,
    query: z.object({ revision: z.coerce.number().int().positive().optional() }),
    result: textState,
    refusals: { ...textRefusals, ...revisionRefusals },
  }),
  rollBack: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/texts/{name}/roll-back',
    summary: 'Restore an earlier version of a text',
    description: 'Published as a new version. Version 0 is the default text. A draft is kept.',
    params: named,
    body: z.object({ version, revision: seenRevision }),
    result: textState,
    refusals: { ...textRefusals, ...versionRefusals, ...revisionRefusals },
  }),
}
