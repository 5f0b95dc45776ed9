import type { FastifyReply, FastifyRequest } from 'fastify'

/** Redirects a browser back to the page with the button, and returns the outcome to a program. */
export function finish(request: FastifyRequest, reply: FastifyReply, outcome: object) {
  if (!request.headers.accept?.includes('text/html')) return reply.send(outcome)
  const { referer } = request.headers
  const path = referer && URL.canParse(referer) ? new URL(referer).pathname : '/'
  return reply.redirect(path, 303)
}
