export const ticketsPath = '/dashboard?t=support'
export const newTicketPath = `${ticketsPath}&ticket=new`
export const ticketPath = (id: number) => `${ticketsPath}&ticket=${id}`
