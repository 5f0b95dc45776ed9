import * as z from 'zod'
import { documentKind, documentLine, documentNumber, documentRefusals } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { paged, pagingRefusals, search } from './lists.ts'
import { refusals } from './refusals.ts'
import { id, timeBound } from './wire.ts'

export const listedDocument = documentLine
  .extend({
    id,
    order: z.uuid(),
    buyer: z.string().meta({ description: 'The username that stands on it' }),
    company: z.string().nullable().meta({ description: 'The company that stands on it' }),
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
    'You are already exporting documents. Please wait until that is done.',
  ],
})

export const staffDocuments = {
  list: endpoint({
    method: 'GET',
    path: '/admin/documents/',
    who: 'staff',
    can: 'view_orders',
    summary: 'Find documents',
    description: `Newest first. Pages lead to the newest ${reachableDocuments} matches.`,
    query: z.object({
      q: search.meta({
        description:
          'A document’s number, an order’s id or its beginning, a username, a part of a company’s name or its VAT id',
      }),
      kind: documentKind.optional(),
      ...period,
      ...paged(25),
    }),
    result: z.object({
      documents: z.array(listedDocument),
      total: z.int(),
      total_is_estimate: z.boolean().meta({
        description: `More than ${reachableDocuments} match, which are not counted: the total is about right`,
      }),
    }),
    refusals: {
      ...pagingRefusals,
      ...refusals({
        document_search_too_slow: [
          408,
          'This search takes too long. Please search for a number or an order, or narrow it by time or kind.',
        ],
      }),
    },
  }),
  file: endpoint({
    method: 'GET',
    path: '/admin/documents/{number}',
    who: 'staff',
    can: 'view_orders',
    summary: 'A document as a PDF',
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
    summary: 'All documents of a period, as CSV',
    description: 'By series and number, streamed. One at a time for each user.',
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
    summary: 'Net, tax and total of a period by country and rate, as CSV',
    description: 'Credit notes are taken off; documents of test mode are left out.',
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
    summary: 'The PDFs of a month as a ZIP',
    description:
      'The month begins at midnight in the time zone of the shop. Streamed. One at a time for each user.',
    query: z.object({
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Write a year and a month, like 2026-11')
        .meta({ example: '2026-11' }),
    }),
    result: z.string(),
    produces: 'application/zip',
    refusals: exportRefusals,
  }),
}
