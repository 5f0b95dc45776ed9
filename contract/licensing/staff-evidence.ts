import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged } from '#contract/wire/lists.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { line } from '#contract/wire/text.ts'
import { id, pathId, timestamp } from '#contract/wire/wire.ts'
import { verdict } from './staff-traces.ts'

/** Retention of a file in days, unless it is deleted manually. */
export const evidenceDays = 400

const evidence = z
  .object({
    id,
    file_name: z.string(),
    size: z.int().meta({ description: 'In bytes' }),
    sha256: z.string(),
    verdict,
    copies: z.array(
      z.object({ build: z.uuid(), uid: id.nullable(), username: z.string().nullable() }),
    ),
    kept_by: z.string(),
    created_at: timestamp,
    kept_until: timestamp.meta({ description: 'When it will be deleted' }),
    deleted: z
      .object({
        at: timestamp,
        by: z
          .string()
          .nullable()
          .meta({ description: 'Null if it was deleted at the end of its retention period' }),
        reason: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'Evidence' })
export type Evidence = z.input<typeof evidence>

const staff = { who: 'staff', can: 'manage_loader' } as const
const params = z.object({ id: pathId })

export const evidenceRefusals = refusals({
  unknown_evidence: [404, 'This file is no longer stored'],
  backup_running: [409, 'A backup is running. Delete the file when it has finished.'],
})

/** Leaked files that were traced and stored. */
export const staffEvidence = {
  list: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/loader/evidence/',
    summary: 'List the evidence files',
    description: 'Newest first, including deleted ones.',
    query: z.object({
      ...paged(10),
      uid: pathId.optional().meta({ description: 'Files that name a copy of this customer' }),
    }),
    result: z.object({ evidence: z.array(evidence), total: z.int() }),
  }),
  file: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/loader/evidence/{id}/file',
    summary: 'Download an evidence file',
    description: 'As an attachment. It is leaked software: do not run it.',
    params,
    result: z.string(),
    produces: 'application/octet-stream',
    refusals: { unknown_evidence: evidenceRefusals.unknown_evidence },
  }),
  remove: endpoint({
    ...staff,
    method: 'DELETE',
    path: '/admin/loader/evidence/{id}',
    summary: 'Delete an evidence file',
    description: 'The record with the findings and the reason for the deletion stays.',
    params,
    body: z.object({ reason: line(500, 'Enter a reason') }),
    result: z.null(),
    refusals: evidenceRefusals,
  }),
}
