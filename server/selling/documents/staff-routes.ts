import { create } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { staffDocuments } from '#contract/selling/staff-documents.ts'
import { answered, mount } from '#server/kernel/http/mount.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import { sendExport } from '#server/platform/logs/send-export.ts'
import { staffEntry } from '#server/platform/logs/staff.ts'
import { archiveMonth } from './archive.ts'
import { exportJournal, exportTaxes } from './export.ts'
import { getFile } from './file.ts'
import { searchDocuments } from './list.ts'
import { periodName } from './period-name.ts'
import { sendPdf } from './send.ts'

export function staffDocumentRoutes(app: FastifyInstance) {
  const { db, replica, config } = app.shop
  mount(app, staffDocuments.list, ({ query }) => replica.read((db) => searchDocuments(db, query)))
  mount(app, staffDocuments.journal, async ({ query }, caller) => {
    const csv = await exportJournal(db, caller.user.id, query)
    const message = 'Documents exported'
    const of = periodName(query, config.timeZone)
    return sendExport(db, caller, { csv, name: 'documents', of, message, filters: query })
  })
  mount(app, staffDocuments.taxes, async ({ query }, caller) => {
    const csv = await exportTaxes(db, caller.user.id, query)
    const message = 'Tax exported'
    const of = periodName(query, config.timeZone)
    return sendExport(db, caller, { csv, name: 'tax', of, message, filters: query })
  })
  mount(app, staffDocuments.archive, async ({ query: { month } }, { user, reply }) => {
    const zip = await archiveMonth(db, user.id, month, config.timeZone)
    const entry = staffEntry(user, { message: 'Documents exported', about: { month } })
    await writeLog(db, entry).catch((error) => {
      zip.destroy()
      throw error
    })
    reply
      .type('application/zip')
      .header('content-disposition', create(`documents-${month}.zip`))
      .header('cache-control', 'no-store')
      .send(zip)
    return answered
  })
  mount(app, staffDocuments.file, async ({ params }, { reply }) =>
    sendPdf(reply, await getFile(db, params.number)),
  )
}
