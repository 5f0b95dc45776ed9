import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged, pagingRefusals, search } from '#contract/wire/lists.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { id, timeBound } from '#contract/wire/wire.ts'
import { documentKind, documentLine, documentNumber, documentRefusals } from './documents.ts'

export const listedDocument = documentLine
  .extend({
    id,
    order: z.uuid(),
    buyer: z.string().meta({ description: 'Username on the document' }),
    company: z.string().nullable().meta({ description: 'Company on the document' }),
  })
  .meta({ id: 'ListedDocument' })
export type ListedDocument = z.input<typeof listedDocument>

/** How many of the newest matches can be paged to. Older ones require a narrower filter. */
export const reachableDocuments = 10_000

const period = {
  start_time: timeBound.optional(),
  end_time: timeBound.optional().meta({ description: 'Inclusive' }),
}

const exportRefusals = refusals({
  exporting_documents_already: [
    409,
    'You are already exporting documents. Wait until that export has finished.',
  ],
})

export const staffDocuments = {
  list: endpoint({
    method: 'GET',
    path: '/admin/documents/',
    who: 'staff',
    can: 'view_orders',
    summary: 'List documents',
    description: `Newest first. Only the newest ${reachableDocuments} matches can be paged through.`,
    query: z.object({
      q: search.meta({
        description:
          'Document number, order ID or its beginning, username, part of a company name, or VAT ID',
      }),
      kind: documentKind.optional(),
      ...period,
      ...paged(25),
    }),
    result: z.object({
      documents: z.array(listedDocument),
      total: z.int(),
      total_is_estimate: z.boolean().meta({
        description: `There are more than ${reachableDocuments} matches, so the total is approximate`,
      }),
    }),
    refusals: {
      ...pagingRefusals,
      ...refusals({
        document_search_too_slow: [
          408,
          'This search takes too long. Search for a number or an order, or narrow it by time or kind.',
        ],
      }),
    },
  }),
  file: endpoint({
    method: 'GET',
    path: '/admin/documents/{number}',
    who: 'staff',
    can: 'view_orders',
    summary: 'Download a document as PDF',
    limit: { max: 60, seconds: 60, by: 'user' },
    params: z.object({ number: documentNumber }),
    result: z.string(),
    produces: 'application/pdf',
    refusals: documentRefusals,
  }),
  journal: endpoint({
    method: 'GET',
    path: '/admin/documents/journal',
    who: 'staff',
    can: 'export_documents',
    summary: 'Export all documents of a period as CSV',
    description: 'Sorted by series and number, streamed. One export at a time for each user.',
    query: z.object(period),
    result: z.string(),
    produces: 'text/csv',
    refusals: exportRefusals,
  }),
  taxes: endpoint({
    method: 'GET',
    path: '/admin/documents/taxes',
    who: 'staff',
    can: 'export_documents',
    summary: 'Export net, tax and total of a period by country and rate as CSV',
    description: 'Credit notes are subtracted. Test-mode documents are left out.',
    query: z.object(period),
    result: z.string(),
    produces: 'text/csv',
    refusals: exportRefusals,
  }),
  archive: endpoint({
    method: 'GET',
    path: '/admin/documents/archive',
    who: 'staff',
    can: 'export_documents',
    summary: 'Download the PDFs of a month as ZIP',
    description:
      'The month starts at midnight in the shop’s time zone. Streamed. One export at a time for each user.',
    query: z.object({
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a year and a month, such as 2026-11')
        .meta({ example: '2026-11' }),
    }),
    result: z.string(),
    produces: 'application/zip',
    refusals: exportRefusals,
  }),
}
