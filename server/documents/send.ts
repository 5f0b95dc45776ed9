import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { answered } from '#server/kernel/mount.ts'
import type { DocumentFile } from './file.ts'

/** Shown by the browser, under the document's number when it is kept. */
export function sendPdf(reply: FastifyReply, { name, pdf }: DocumentFile): typeof answered {
  reply
    .type('application/pdf')
    .header('content-disposition', create(`${name}.pdf`, { type: 'inline' }))
    .header('cache-control', 'no-store')
    .send(pdf)
  return answered
}
