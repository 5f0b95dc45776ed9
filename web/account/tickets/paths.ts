export const ticketsPath = '/dashboard?t=support'
export const newTicketPath = `${ticketsPath}&ticket=new`
/** The form, with the order named in its subject. */
export const askAboutPath = (order: string) => `${newTicketPath}&about=${order.slice(0, 8)}`
export const ticketPath = (id: number) => `${ticketsPath}&ticket=${id}`
