import type { FastifyInstance } from 'fastify'
import { grants } from '#contract/grants.ts'
import { userHistory } from '#contract/user-history.ts'
import { users } from '#contract/users.ts'
import { mount } from '#server/kernel/mount.ts'
import { pageOrders } from '#server/orders/orders.ts'
import { grantDays, revokeGame } from '#server/subscriptions/grants.ts'
import { readAccount, requireUser } from './accounts.ts'
import { editUser } from './edit.ts'
import { listInfractions, listUserSubscriptions, readDiscord } from './history.ts'
import { inviteUser } from './invitation.ts'
import { deleteUser } from './remove.ts'
import { resetHwid, resetInfractions } from './resets.ts'
import { listUsers } from './search.ts'

export function userRoutes(app: FastifyInstance) {
  const { db, config } = app.shop

  mount(app, users.list, ({ query }) => listUsers(db, query))
  mount(app, users.get, ({ params }) => readAccount(db, params.uid))
  mount(app, users.add, ({ body }, { user }) => inviteUser(db, config, user, body))
  mount(app, users.edit, ({ params, body }, { user }) =>
    editUser(db, config, user, params.uid, body),
  )
  mount(app, users.remove, async ({ params }, { user }) => {
    await deleteUser(db, user, params.uid)
    return true as const
  })

  mount(app, userHistory.discord, ({ params }) => readDiscord(db, params.uid))
  mount(app, userHistory.subscriptions, ({ params, query }) =>
    listUserSubscriptions(db, params.uid, query),
  )
  mount(app, userHistory.orders, async ({ params, query }) => {
    await requireUser(db, params.uid, { deleted: true })
    return pageOrders(db, params.uid, query)
  })
  mount(app, userHistory.infractions, ({ params, query }) => listInfractions(db, params.uid, query))
  mount(app, userHistory.resetInfractions, ({ params }, { user }) =>
    resetInfractions(db, user, params.uid),
  )
  mount(app, userHistory.resetHwid, ({ params }, { user }) => resetHwid(db, user, params.uid))

  mount(app, grants.add, ({ params, body }, { user }) =>
    grantDays(db, user, params.uid, { gameId: body.game_id, days: body.term_length }),
  )
  mount(app, grants.revoke, ({ params, body }, { user }) =>
    revokeGame(db, user, params.uid, body.game_id),
  )
}
