import type { FastifyInstance } from 'fastify'
import { staffUsers } from '#contract/people/staff-users.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { getUser } from '#server/platform/users/users.ts'
import { changeUser } from './edit.ts'
import { endSessionsOf } from './end-sessions.ts'
import { inviteUser } from './invitation.ts'
import { previewRemoval, removeUser } from './remove.ts'
import { listUsers } from './search.ts'
import { removeSecondFactor } from './second-factor.ts'

export function staffUserRoutes(app: FastifyInstance) {
  const { db, config, replica } = app.shop

  mount(app, staffUsers.list, ({ query }) => replica.read((db) => listUsers(db, query)))
  mount(app, staffUsers.get, ({ params }) => getUser(db, params.uid))
  mount(app, staffUsers.add, ({ body }, { user }) => inviteUser(db, config, user, body))
  mount(app, staffUsers.change, ({ params, body }, { user }) =>
    changeUser(db, config, user, params.uid, body),
  )
  mount(app, staffUsers.remove, ({ params, body }, { user }) =>
    removeUser(db, user, params.uid, body?.reason),
  )
  mount(app, staffUsers.previewRemove, ({ params }, { user }) =>
    previewRemoval(db, user, params.uid),
  )
  mount(app, staffUsers.endSessions, ({ params, body }, { user }) =>
    endSessionsOf(db, user, { userId: params.uid, ...body }),
  )
  mount(app, staffUsers.removeSecondFactor, async ({ params, body }, { user }) => {
    await removeSecondFactor(db, config, user, { userId: params.uid, ...body })
  })
}
