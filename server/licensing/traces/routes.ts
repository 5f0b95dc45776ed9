import type { FastifyInstance } from 'fastify'
import { maxTraceBytes, staffTraces } from '#contract/licensing/staff-traces.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { uploadOf } from '#server/kernel/http/upload.ts'
import { traceAndKeep, traceFile, traceText } from './trace.ts'

export function staffTraceRoutes(app: FastifyInstance): void {
  const { db, storage, loaderKeys, markKey } = app.shop

  mount(app, staffTraces.file, ({ query }, { user, request }) => {
    const { file_too_large } = staffTraces.file.refusals
    const file = uploadOf(request, maxTraceBytes, file_too_large)
    const keys = { loaderKeys, markKey }
    return query.keep
      ? traceAndKeep(db, storage, keys, user, { name: query.name, file })
      : traceFile(db, keys, user, file)
  })
  mount(app, staffTraces.find, ({ body }, { user }) => traceText(db, user, body.of))
}
