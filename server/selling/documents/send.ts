import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { answered } from '#server/kernel/http/mount.ts'
import type { DocumentFile } from './file.ts'

// Other directives block PDFs in Chrome (crbug.com/271452). Its viewer isolates the PDF anyway.
const policy = "frame-ancestors 'none'"

export function sendPdf(reply: FastifyReply, { name, pdf }: DocumentFile): typeof answered {
  reply
    .type('application/pdf')
    .header('content-disposition', create(`${name}.pdf`, { type: 'inline' }))
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .send(pdf)
  return answered
}
