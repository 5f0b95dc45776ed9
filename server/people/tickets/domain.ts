import type { Domain } from '#server/platform/domain.ts'
import { ticketMailTexts } from './mail-texts.ts'
import { ticketMails } from './mails.ts'
import { ticketRoutes } from './routes.ts'
import { staffTicketRoutes } from './staff-routes.ts'

export const tickets: Domain = {
  routes: [ticketRoutes, staffTicketRoutes],
  mails: ticketMails,
  mailTexts: ticketMailTexts,
}
