import { button, end, recipient, text, top } from '#server/platform/mail/fields.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import { mail, said } from '#server/platform/mail/words.ts'
import { mailAnswer } from './answer-mail.ts'
import { mailReply } from './reply-mail.ts'

/** Maximum number of characters of a reply in a mail. A longer reply is read on the site. */
const mostCharacters = 2000

const reply: Reply = {
  username: 'night_owl',
  ticketId: 1042,
  title: 'The loader does not start',
  content: 'Please download it again: a new version was released today.\nDoes it start now?',
}

export const ticketReplyMail = mail('ticket-reply', {
  title: 'Support reply',
  detail: 'Sent to the customer. The reply is below the text.',
  placeholders: {
    ...recipient,
    title: 'ticket title',
    ticket: 'ticket number',
    beginning: 'first words of the reply',
  },
  fields: { ...top, text, button, ...end },
  words: {
    subject: 'Support replied: {title}',
    preheader: '{beginning}',
    heading: 'Support replied to your ticket',
    text: 'Hi {username}, about “{title}”:',
    button: 'Open the conversation',
    notes: 'Please reply on the site. Replies to this email are not read.',
    reason: 'You opened ticket #{ticket} at {shop}.',
  },
  samples: { 'A reply': (sender) => writeTicketReplyMail(sender, reply) },
  again: (db, sender, { about }, again) => mailReply(db, sender, Number(about.message), again),
})

export const ticketAnswerMail = mail('ticket-answer', {
  title: 'Customer reply',
  detail: 'Sent to the team member who is assigned to the ticket.',
  placeholders: {
    ...recipient,
    customer: 'customer name',
    title: 'ticket title',
    ticket: 'ticket number',
    beginning: 'first words of the reply',
  },
  fields: { ...top, text, button, ...end },
  words: {
    subject: '{customer} answered: {title}',
    preheader: '{beginning}',
    heading: 'A customer is waiting for your reply',
    text: 'Hi {username}, {customer} wrote about “{title}”:',
    button: 'Open the ticket',
    notes: 'Further messages before you reply are not emailed.',
    reason: 'Ticket #{ticket} at {shop} is assigned to you.',
  },
  samples: {
    'A reply': (sender) =>
      writeTicketAnswerMail(sender, { ...reply, username: 'anna', customer: 'night_owl' }),
  },
  again: (db, sender, { about }, again) => mailAnswer(db, sender, Number(about.message), again),
})

type Reply = { username: string; ticketId: number; title: string; content: string }

export function writeTicketReplyMail(sender: Sender, reply: Reply): FramedMail {
  const { ticketId, content } = reply
  const words = ticketReplyMail.fillIn(sender, valuesOf(reply))
  const usual = said(words)
  return frame(sender, {
    ...usual,
    paragraphs: [...usual.paragraphs, ...shown(content)],
    button: {
      label: words.button,
      url: `${sender.siteUrl}/dashboard?t=support&ticket=${ticketId}`,
    },
  })
}

type Answer = Reply & { customer: string }

/** To the staff member whom the ticket is assigned to. */
export function writeTicketAnswerMail(sender: Sender, answer: Answer): FramedMail {
  const { customer, ticketId, content } = answer
  const words = ticketAnswerMail.fillIn(sender, { ...valuesOf(answer), customer })
  const usual = said(words)
  return frame(sender, {
    ...usual,
    paragraphs: [...usual.paragraphs, ...shown(content)],
    button: { label: words.button, url: `${sender.siteUrl}/admin/support?ticket=${ticketId}` },
  })
}

function valuesOf({ username, ticketId, title, content }: Reply) {
  return { username, title, ticket: String(ticketId), beginning: content.slice(0, 120) }
}

function shown(content: string): string[] {
  const cut =
    content.length > mostCharacters ? `${content.slice(0, mostCharacters).trimEnd()} […]` : content
  return cut.split(/\n+/)
}
