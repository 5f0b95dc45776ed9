import type { FastifyInstance } from 'fastify'
import { logs } from '#contract/platform/logs.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { exportLogs } from './export.ts'
import { listLogs } from './list.ts'
import { sendExport } from './send-export.ts'
import { listSources } from './sources.ts'

export function logRoutes(app: FastifyInstance) {
  const { db, replica } = app.shop

  mount(app, logs.list, ({ query }) => replica.read((db) => listLogs(db, query)))

  mount(app, logs.sources, async () => {
    const sources = await replica.read(listSources)
    return { sources, total: sources.length }
  })

  mount(app, logs.export, async ({ query }, caller) => {
    const csv = await exportLogs(db, caller.user.id, query)
    return sendExport(db, caller, { csv, name: 'logs', message: 'Log exported', filters: query })
  })
}
