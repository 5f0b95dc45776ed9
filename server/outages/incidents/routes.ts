import type { FastifyInstance } from 'fastify'
import { incidents } from '#contract/outages/incidents.ts'
import { staffIncidents } from '#contract/outages/staff-incidents.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { listAffected } from './affected.ts'
import { addIncident, updateIncident } from './change.ts'
import { closeIncident, previewClosing } from './close.ts'
import { changeIncident, previewChange } from './edit.ts'
import { follow, isFollowing } from './follow.ts'
import { listHistory } from './history.ts'
import { getIncident, listIncidents, listStaffIncidents } from './read.ts'

export function incidentRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, incidents.list, () => listIncidents(db))
  mount(app, incidents.history, () => listHistory(db))
  mount(app, incidents.affected, () => listAffected(db))
  mount(app, incidents.following, (_input, { user }) => isFollowing(db, user.id))
  mount(app, incidents.follow, ({ body }, { user }) => follow(db, user.id, body.on))

  mount(app, staffIncidents.list, ({ query }) => listStaffIncidents(db, query))
  mount(app, staffIncidents.get, ({ params }) => getIncident(db, params.id))
  mount(app, staffIncidents.add, async ({ body }, { user }) =>
    getIncident(db, await addIncident(db, user, body)),
  )
  mount(app, staffIncidents.change, async ({ params, body }, { user }) => {
    await changeIncident(db, user, params.id, body)
    return getIncident(db, params.id)
  })
  mount(app, staffIncidents.changeEffects, ({ params, body }, { user }) =>
    previewChange(db, user, params.id, body),
  )
  mount(app, staffIncidents.update, async ({ params, body }, { user }) => {
    await updateIncident(db, user, params.id, body.text)
    return getIncident(db, params.id)
  })
  mount(app, staffIncidents.effects, ({ params, query }, { user }) =>
    previewClosing(db, user, params.id, query),
  )
  mount(app, staffIncidents.close, async ({ params, body }, { user }) => {
    await closeIncident(db, user, params.id, body)
    return getIncident(db, params.id)
  })
}
