import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { answered } from '#server/kernel/mount.ts'
import type { DocumentFile } from './file.ts'

/**
 * Chrome shows a PDF by an element of a page that it makes up itself, to which the answer's policy
 * applies: `default-src 'none'` stands in for `object-src` and `style-src`, and has it blocked
 * (crbug.com/271452), as `sandbox` has. Its viewer keeps what a PDF holds apart from the shop's pages,
 * so that not to be framed is what is left to say.
 */
const policy = "frame-ancestors 'none'"

/** Shown by the browser, under the document's number when it is kept. */
export function sendPdf(reply: FastifyReply, { name, pdf }: DocumentFile): typeof answered {
  reply
    .type('application/pdf')
    .header('content-disposition', create(`${name}.pdf`, { type: 'inline' }))
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .send(pdf)
  return answered
}
