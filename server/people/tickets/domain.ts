import type { Domain } from '#server/platform/domain.ts'
import { ticketAnswerMail, ticketReplyMail } from './mail-texts.ts'
import { ticketRoutes } from './routes.ts'
import { staffTicketRoutes } from './staff-routes.ts'

export const tickets: Domain = {
  routes: [ticketRoutes, staffTicketRoutes],
  mails: [ticketReplyMail, ticketAnswerMail],
}
