import type { FastifyInstance } from 'fastify'
import { mails } from '#contract/mails.ts'
import { suppressions } from '#contract/suppressions.ts'
import { unsubscribe as wish } from '#contract/unsubscribe.ts'
import { mount } from '#server/kernel/mount.ts'
import { getMail, listMails } from './log.ts'
import type { Remakes } from './remake.ts'
import { resendMail } from './resend.ts'
import { addSuppression, listSuppressions, removeSuppression } from './suppressions.ts'
import { readWish, resubscribe, unsubscribe } from './unsubscribe.ts'

export function mailRoutes(app: FastifyInstance, remakes: Remakes) {
  const { db, config } = app.shop

  mount(app, mails.list, ({ query }) => listMails(db, remakes, query))

  mount(app, mails.resend, async ({ params }, { user }) => {
    const id = await resendMail(db, config, remakes, params.id, user)
    return (await getMail(db, remakes, id))!
  })

  mount(app, suppressions.list, ({ query }) => listSuppressions(db, query))
  mount(app, suppressions.add, ({ body }, { user }) => addSuppression(db, user, body.email))
  mount(app, suppressions.remove, ({ body }, { user }) => removeSuppression(db, user, body.email))

  mount(app, wish.read, ({ body }) => readWish(db, body.token))
  mount(app, wish.stop, ({ body }) => unsubscribe(db, body.token))
  mount(app, wish.resume, ({ body }) => resubscribe(db, body.token))
}
