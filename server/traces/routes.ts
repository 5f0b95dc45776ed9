import type { FastifyInstance } from 'fastify'
import { maxTraceBytes, staffTraces } from '#contract/staff-traces.ts'
import { mount } from '#server/kernel/mount.ts'
import { uploadOf } from '#server/kernel/upload.ts'
import { traceFile, traceText } from './trace.ts'

export function staffTraceRoutes(app: FastifyInstance): void {
  const { db, loaderKeys, markKey } = app.shop

  mount(app, staffTraces.file, (_input, { user, request }) => {
    const { file_too_large } = staffTraces.file.refusals
    const file = uploadOf(request, maxTraceBytes, file_too_large)
    return traceFile(db, { loaderKeys, markKey }, user, file)
  })
  mount(app, staffTraces.find, ({ body }, { user }) => traceText(db, user, body.of))
}
