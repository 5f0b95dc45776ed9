import type { FastifyError, FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'
import { Invalid } from './mount.ts'

const clientFaults: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the request as JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request has no body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON',
}

/** The error envelope of decision 3. What was not expected is told to the log, never to the caller. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError | Refusal | Invalid, request, reply) => {
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    if (error instanceof Refusal) {
      // A refusal for a reason outside, such as a provider that is down: the operator's to know.
      if (error.cause) request.log.warn({ err: error.cause, requestId: request.id }, error.message)
      if (!error.loc) return reply.code(error.status).send({ detail: error.message })
      const detail = [{ type: 'refused', loc: error.loc, msg: error.message }]
      return reply.code(error.status).send({ detail })
    }
    if (error instanceof Invalid) return reply.code(422).send({ detail: error.issues })
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) {
      return reply.code(status).send({ detail: clientFaults[error.code] ?? error.message })
    }
    if (error.statusCode === 503) {
      return reply
        .code(503)
        .send({ detail: 'The store is very busy. Please try again in a moment.' })
    }
    request.log.error({ err: error, requestId: request.id }, 'Unexpected failure')
    return reply.code(500).send({
      detail: 'Something went wrong on our side. Please try again.',
      request_id: request.id,
    })
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ detail: 'There is nothing at this address' }),
  )
}
