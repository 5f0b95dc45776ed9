import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { answered } from '#server/kernel/http/mount.ts'
import type { DocumentFile } from './file.ts'

/**
 * Chrome shows a PDF in a page to which this policy applies, and `default-src 'none'` or `sandbox`
 * blocks it (crbug.com/271452). Its viewer isolates the PDF, so only framing is forbidden.
 */
const policy = "frame-ancestors 'none'"

/** The browser shows the PDF. The document's number is the file name when it is saved. */
export function sendPdf(reply: FastifyReply, { name, pdf }: DocumentFile): typeof answered {
  reply
    .type('application/pdf')
    .header('content-disposition', create(`${name}.pdf`, { type: 'inline' }))
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .send(pdf)
  return answered
}
