import type { FastifyInstance } from 'fastify'
import { mails } from '#contract/platform/mail.ts'
import { mailPreferences } from '#contract/platform/mail-preferences.ts'
import { mailSuppressions } from '#contract/platform/mail-suppressions.ts'
import { staffMailTexts } from '#contract/platform/staff-mail-texts.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { getMail, listMails } from './log.ts'
import { resendMail } from './resend.ts'
import { mailSample, previewMail } from './samples.ts'
import { addSuppression, listSuppressions, removeSuppression } from './suppressions.ts'
import { getPreference, resumeNews, stopNews } from './unsubscribe.ts'

export function mailRoutes(app: FastifyInstance) {
  const { db, config, replica } = app.shop

  mount(app, mails.list, ({ query }) => replica.read((db) => listMails(db, query)))

  mount(app, mails.resend, async ({ params }, { user }) => {
    const id = await resendMail(db, config, params.id, user)
    return (await getMail(db, id))!
  })

  mount(app, staffMailTexts.preview, ({ body }) => previewMail(app.shop, body))
  mount(app, staffMailTexts.test, ({ body }, { user }) => mailSample(app.shop, user, body))

  mount(app, mailSuppressions.list, ({ query }) => listSuppressions(db, query))
  mount(app, mailSuppressions.add, ({ body }, { user }) => addSuppression(db, user, body.email))
  mount(app, mailSuppressions.remove, ({ body }, { user }) =>
    removeSuppression(db, user, body.email),
  )

  mount(app, mailPreferences.get, ({ body }) => getPreference(db, body.token))
  mount(app, mailPreferences.stop, ({ body }) => stopNews(db, body.token))
  mount(app, mailPreferences.resume, ({ body }) => resumeNews(db, body.token))
}
