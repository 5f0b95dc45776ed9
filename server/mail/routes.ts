import type { FastifyInstance } from 'fastify'
import { mails } from '#contract/mails.ts'
import { staffMailTexts } from '#contract/staff-mail-texts.ts'
import { suppressions } from '#contract/suppressions.ts'
import { unsubscribe } from '#contract/unsubscribe.ts'
import { mount } from '#server/kernel/mount.ts'
import { getMail, listMails } from './log.ts'
import type { Rerenders } from './rerender.ts'
import { resendMail } from './resend.ts'
import { mailSample, previewMail } from './samples.ts'
import { addSuppression, listSuppressions, removeSuppression } from './suppressions.ts'
import { getPreference, resumeNews, stopNews } from './unsubscribe.ts'

export function mailRoutes(app: FastifyInstance, rerenders: Rerenders) {
  const { db, config, replica } = app.shop

  mount(app, mails.list, ({ query }) => replica.read((db) => listMails(db, rerenders, query)))

  mount(app, mails.resend, async ({ params }, { user }) => {
    const id = await resendMail(db, config, rerenders, params.id, user)
    return (await getMail(db, rerenders, id))!
  })

  mount(app, staffMailTexts.preview, ({ body }) => previewMail(app.shop, body))
  mount(app, staffMailTexts.test, ({ body }, { user }) => mailSample(app.shop, user, body))

  mount(app, suppressions.list, ({ query }) => listSuppressions(db, query))
  mount(app, suppressions.add, ({ body }, { user }) => addSuppression(db, user, body.email))
  mount(app, suppressions.remove, ({ body }, { user }) => removeSuppression(db, user, body.email))

  mount(app, unsubscribe.get, ({ body }) => getPreference(db, body.token))
  mount(app, unsubscribe.stop, ({ body }) => stopNews(db, body.token))
  mount(app, unsubscribe.resume, ({ body }) => resumeNews(db, body.token))
}
