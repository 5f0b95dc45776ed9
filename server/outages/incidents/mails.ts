import type { Rerender, Rerenders } from '#server/platform/mail/rerender.ts'
import { mailFollower } from './mail.ts'

const updated: Rerender = (db, sender, { about }, again) =>
  mailFollower(db, sender, { update: Number(about.update), user: Number(about.user) }, again)

export const incidentMails = { 'incident-update': updated } satisfies Rerenders
