import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { imageBodyLimit, pictureRefusals } from '#contract/wire/image-upload.ts'
import {
  commonRefusals as common,
  type DeclaredRefusal,
  refusalsOf,
} from '#contract/wire/refusals.ts'
import { isDatabaseTrouble } from '#server/kernel/database/database-trouble.ts'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'
import { Refusal } from './errors.ts'
import { Invalid } from './parse-input.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** An undeclared refusal then becomes a 500. Set in tests and in development. */
    strict: boolean
  }
  interface FastifyRequest {
    refusedWith: string | undefined
  }
}

/** For requests without a route, such as a path with invalid escapes. No hook has run yet. */
export function refuseUnreadable(
  _error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  refuse(new Refusal(common.bad_request), request, reply)
}

/** Sends `{ code, detail }`. The details of unexpected errors go only to the log. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((thrown: FastifyError | Refusal | Invalid, request, reply) => {
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    if (thrown instanceof Invalid) {
      const { code, status } = common.invalid
      return reply.code(status).send({ code, detail: thrown.issues })
    }
    if (!(thrown instanceof Refusal)) {
      if (thrown instanceof FilesTrouble) {
        const refused = thrown.full ? common.files_full : common.files_unavailable
        return refuse(new Refusal(refused, { cause: thrown }), request, reply)
      }
      const known = expected(thrown, request)
      if (known) return refuse(new Refusal(known), request, reply)
      return isDatabaseTrouble(thrown)
        ? refuse(new Refusal(common.unavailable, { cause: thrown }), request, reply)
        : fail(thrown, request, reply)
    }
    const stranger = app.strict && undeclared(thrown, request)
    return stranger ? fail(stranger, request, reply) : refuse(thrown, request, reply)
  })
  app.setNotFoundHandler((request, reply) => refuse(new Refusal(common.not_found), request, reply))
}

/** The `Retry-After` of a 503 response, in seconds. */
const retryAfter = 10

function refuse(
  { code, status, loc, message, cause }: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  request.refusedWith = code
  if (cause) request.log.warn({ err: cause, requestId: request.id }, message)
  if (status === 503) reply.header('retry-after', retryAfter)
  const detail = loc ? [{ type: 'refused', loc, msg: message }] : message
  return reply.code(status).send({ code, detail })
}

function fail(error: Error, request: FastifyRequest, reply: FastifyReply) {
  request.log.error({ err: error, requestId: request.id }, 'Unexpected failure')
  const { code, status, sentence } = common.unexpected
  return reply.code(status).send({ code, detail: sentence, request_id: request.id })
}

const frameworkRefusals: Record<string, DeclaredRefusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: common.too_large,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: common.unsupported_type,
  FST_ERR_CTP_EMPTY_JSON_BODY: common.empty_body,
  FST_ERR_CTP_INVALID_JSON_BODY: common.invalid_json,
}

/** Errors of the framework that occur before a handler runs. */
function expected(
  { code, statusCode = 500 }: FastifyError,
  request: FastifyRequest,
): DeclaredRefusal | undefined {
  const withPicture = request.routeOptions.bodyLimit === imageBodyLimit
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' && withPicture) return pictureRefusals.image_too_large
  if (statusCode === 503) return common.busy
  if (statusCode >= 400 && statusCode < 500) return frameworkRefusals[code] ?? common.bad_request
  return undefined
}

function undeclared({ code }: Refusal, request: FastifyRequest): Error | undefined {
  const { endpoint } = request.routeOptions.config
  if (!endpoint || refusalsOf(endpoint).some((declared) => declared.code === code)) return undefined
  return new Error(`${endpoint.method} ${endpoint.path} does not declare the refusal ${code}`)
}
