import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends a person back to the page with the button, and a program the outcome. */
export function finish(request: FastifyRequest, reply: FastifyReply, outcome: object) {
  if (!request.headers.accept?.includes('text/html')) return reply.send(outcome)
  const { referer } = request.headers
  const path = referer && URL.canParse(referer) ? new URL(referer).pathname : '/'
  return reply.redirect(path, 303)
}
