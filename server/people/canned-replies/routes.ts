import type { FastifyInstance } from 'fastify'
import { cannedReplies } from '#contract/people/canned-replies.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { addReply, changeReply, listReplies, removeReply } from './edit.ts'

export function cannedReplyRoutes(app: FastifyInstance) {
  const { db } = app.shop

  mount(app, cannedReplies.list, () => listReplies(db))
  mount(app, cannedReplies.add, ({ body }, { user }) => addReply(db, user, body))
  mount(app, cannedReplies.change, ({ params, body }, { user }) =>
    changeReply(db, user, params.id, body),
  )
  mount(app, cannedReplies.remove, ({ params }, { user }) => removeReply(db, user, params.id))
}
