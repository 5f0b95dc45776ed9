import { create } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { logs } from '#contract/logs.ts'
import { clock } from '#server/kernel/clock.ts'
import { answered, mount } from '#server/kernel/mount.ts'
import { exportLogs } from './export.ts'
import { listLogs } from './list.ts'
import { writeLog } from './log.ts'
import { listSources } from './sources.ts'
import { staffEntry } from './staff.ts'

export function logRoutes(app: FastifyInstance) {
  const { db } = app.shop

  mount(app, logs.list, ({ query }) => listLogs(db, query))

  mount(app, logs.sources, () => listSources(db))

  mount(app, logs.export, async ({ query }, { user, reply }) => {
    const csv = await exportLogs(db, user.id, query)
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const about = { filters: Object.fromEntries(given) }
    const entry = staffEntry(user, { message: 'Log exported', about })
    await writeLog(db, entry).catch((error) => {
      csv.destroy()
      throw error
    })
    const day = clock.date().toISOString().slice(0, 10)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', create(`logs-${day}.csv`))
      .header('cache-control', 'no-store')
      .send(csv)
    return answered
  })
}
