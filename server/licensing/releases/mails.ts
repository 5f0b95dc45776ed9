import type { Rerender, Rerenders } from '#server/platform/mail/rerender.ts'
import { mailRelease } from './mail.ts'

const released: Rerender = (db, sender, { about }, again) =>
  mailRelease(db, sender, { release: Number(about.release), user: Number(about.user) }, again)

export const releaseMails = { release: released } satisfies Rerenders
