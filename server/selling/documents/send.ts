import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { answered } from '#server/kernel/http/mount.ts'
import type { DocumentFile } from './file.ts'

/**
 * Chrome shows a PDF in an element of a generated page, to which the response's policy applies.
 * `default-src 'none'` also covers `object-src` and `style-src` and therefore blocks it
 * (crbug.com/271452), as does `sandbox`. Chrome's viewer isolates the PDF's content from the shop's
 * pages, so only framing has to be forbidden.
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
