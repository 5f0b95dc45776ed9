import type { Domain } from '#server/platform/domain.ts'
import { staffUserMailTexts } from './mail-texts.ts'
import { staffUserMails } from './mails.ts'
import { staffUserRoutes } from './routes.ts'

export const staffUsers: Domain = {
  routes: [staffUserRoutes],
  mails: staffUserMails,
  mailTexts: staffUserMailTexts,
}
