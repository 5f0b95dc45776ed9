import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'

/** A long answer is read on the site; a mail carries so many characters of it. */
const mostCharacters = 2000

type Reply = { username: string; ticketId: number; title: string; content: string }

export function ticketReplyMail(sender: Sender, reply: Reply): FramedMail {
  const { username, ticketId, title, content } = reply
  const shown =
    content.length > mostCharacters ? `${content.slice(0, mostCharacters).trimEnd()} […]` : content
  return frame(sender, {
    subject: `Support replied: ${title}`,
    preheader: content.slice(0, 120),
    heading: 'Support replied to your ticket',
    paragraphs: [`Hi ${username}, about “${title}”:`, ...shown.split(/\n+/)],
    button: {
      label: 'Open the conversation',
      url: `${sender.siteUrl}/dashboard?t=support&ticket=${ticketId}`,
    },
    notes: ['Please answer on the site: mail to this address is not read.'],
    reason: `You opened ticket #${ticketId} at ${sender.product}.`,
  })
}
