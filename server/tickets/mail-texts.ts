import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'

/** A long answer is read on the site; a mail carries so many characters of it. */
const mostCharacters = 2000

type Reply = { username: string; ticketId: number; title: string; content: string }

export function ticketReplyMail(sender: Sender, reply: Reply): FramedMail {
  const { username, ticketId, title, content } = reply
  return frame(sender, {
    subject: `Support replied: ${title}`,
    preheader: content.slice(0, 120),
    heading: 'Support replied to your ticket',
    paragraphs: [`Hi ${username}, about “${title}”:`, ...shown(content)],
    button: {
      label: 'Open the conversation',
      url: `${sender.siteUrl}/dashboard?t=support&ticket=${ticketId}`,
    },
    notes: ['Please answer on the site: mail to this address is not read.'],
    reason: `You opened ticket #${ticketId} at ${sender.shopName}.`,
  })
}

type Answer = Reply & { customer: string }

/** To the member of staff whose ticket it is. */
export function ticketAnswerMail(sender: Sender, answer: Answer): FramedMail {
  const { username, customer, ticketId, title, content } = answer
  return frame(sender, {
    subject: `${customer} answered: ${title}`,
    preheader: content.slice(0, 120),
    heading: 'A customer waits for your answer',
    paragraphs: [`Hi ${username}, ${customer} wrote about “${title}”:`, ...shown(content)],
    button: {
      label: 'Open the ticket',
      url: `${sender.siteUrl}/admin/support?ticket=${ticketId}`,
    },
    notes: ['What they write before you answer is not mailed again.'],
    reason: `Ticket #${ticketId} at ${sender.shopName} is assigned to you.`,
  })
}

function shown(content: string): string[] {
  const cut =
    content.length > mostCharacters ? `${content.slice(0, mostCharacters).trimEnd()} […]` : content
  return cut.split(/\n+/)
}
