import type { FastifyInstance } from 'fastify'
import { mails } from '#contract/mails.ts'
import { mount } from '#server/kernel/mount.ts'
import { listMails, readMail } from './log.ts'
import { resendMail } from './resend.ts'

export function mailRoutes(app: FastifyInstance) {
  const { db, config } = app.shop

  mount(app, mails.list, ({ query }) => listMails(db, query))

  mount(app, mails.resend, async ({ params }, { user }) => {
    const id = await resendMail(db, config, params.id, user.id)
    return (await readMail(db, id))!
  })
}
