import type { Domain } from '#server/platform/domain.ts'
import { addressChangedMail, invitationMail } from './mail-texts.ts'
import { staffUserRoutes } from './routes.ts'

export const staffUsers: Domain = {
  routes: [staffUserRoutes],
  mails: [invitationMail, addressChangedMail],
}
