import { create } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { evidenceRefusals, staffEvidence } from '#contract/licensing/staff-evidence.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { answered, mount } from '#server/kernel/http/mount.ts'
import { getFile } from './file.ts'
import { listEvidence } from './list.ts'
import { removeEvidence } from './remove.ts'

export function staffEvidenceRoutes(app: FastifyInstance) {
  const { db, storage } = app.shop

  mount(app, staffEvidence.list, ({ query }) => listEvidence(db, query))
  mount(app, staffEvidence.file, async ({ params }, { user, reply }) => {
    const found = await getFile(db, storage, user, params.id)
    if (!found) throw new Refusal(evidenceRefusals.unknown_evidence)
    reply
      .headers({
        'content-type': 'application/octet-stream',
        'content-length': found.size,
        // An extension that no system executes.
        'content-disposition': create(`${found.name}.evidence`),
        'cache-control': 'private, no-store',
      })
      .send(found.stream)
    return answered
  })
  mount(app, staffEvidence.remove, ({ params, body }, { user }) =>
    removeEvidence(db, storage, user, { id: params.id, ...body }),
  )
}
