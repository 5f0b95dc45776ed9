import type { FastifyInstance } from 'fastify'
import { documents } from '#contract/selling/documents.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { getOwnFile } from './file.ts'
import { listDocuments } from './read.ts'
import { sendPdf } from './send.ts'

export function documentRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, documents.list, ({ params }, { user }) => listDocuments(db, user.id, params.id))
  mount(app, documents.file, async ({ params }, { user, reply }) =>
    sendPdf(reply, await getOwnFile(db, user.id, params.id, params.number)),
  )
}
