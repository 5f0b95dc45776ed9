export const ticketsPath = '/dashboard?t=support'
export const newTicketPath = `${ticketsPath}&ticket=new`
/** The form for a new ticket about an order. */
export const askAboutPath = (order: string) => `${newTicketPath}&about=${order}`
/** The form for a new ticket that asks for a refund of an order, by the policy that it accepted. */
export const refundPath = (order: string, policy: number | undefined) =>
  `${askAboutPath(order)}&refund=${policy ?? ''}`
/** The form for a new ticket of a customer who cannot play that product. */
export const cannotPlayPath = (product: string) =>
  `${newTicketPath}&playing=${encodeURIComponent(product)}`
export const ticketPath = (id: number) => `${ticketsPath}&ticket=${id}`
