export const ticketsPath = '/dashboard?t=support'
export const newTicketPath = `${ticketsPath}&ticket=new`
/** The form for a new ticket about an order. */
export const askAboutPath = (order: string) => `${newTicketPath}&about=${order}`
export const ticketPath = (id: number) => `${ticketsPath}&ticket=${id}`
