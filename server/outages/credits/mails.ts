import type { Rerender, Rerenders } from '#server/platform/mail/rerender.ts'
import { mailPerson } from './mail.ts'

const credited: Rerender = (db, sender, { about }, again) =>
  mailPerson(db, sender, { batch: Number(about.batch), user: Number(about.user) }, again)

export const creditMails = { 'time-credited': credited } satisfies Rerenders
