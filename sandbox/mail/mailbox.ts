import PostalMime from 'postal-mime'
import { clock } from '#server/kernel/time/clock.ts'
import { randomText } from '../ids.ts'
import type { Store, Table } from '../store.ts'

export type Message = {
  id: string
  receivedAt: string
  /** The addresses of the SMTP envelope, in lower case. */
  recipients: string[]
  from: string
  to: string
  subject: string
  text: string | null
  html: string | null
  headers: { name: string; value: string }[]
  attachments: { name: string; type: string; bytes: number }[]
}

const keep = 500

export function openMailbox(store: Store): Table<Message> {
  return store.table<Message>('mail', keep)
}

/** Parses a message and stores it in the mailbox, with its pictures inlined. */
export async function keepMessage(
  mailbox: Table<Message>,
  source: Buffer,
  recipients: string[],
): Promise<Message> {
  const mail = await PostalMime.parse(source, { attachmentEncoding: 'base64' })
  const address = (each: { name?: string; address?: string }) =>
    each.name ? `${each.name} <${each.address}>` : (each.address ?? '')
  const html = mail.attachments.reduce((text, { contentId, mimeType, content }) => {
    const id = contentId?.replace(/^<|>$/g, '')
    return id ? text?.replaceAll(`cid:${id}`, `data:${mimeType};base64,${content}`) : text
  }, mail.html)
  const id = `${clock.now().toString(36)}${randomText(6)}`
  return mailbox.put(id, {
    id,
    receivedAt: clock.date().toISOString(),
    recipients: recipients.map((each) => each.toLowerCase()),
    from: mail.from ? address(mail.from) : '',
    to: mail.to?.map(address).join(', ') ?? recipients.join(', '),
    subject: mail.subject ?? '(no subject)',
    text: mail.text ?? null,
    html: html ?? null,
    headers: mail.headers.map(({ key, value }) => ({ name: key, value })),
    attachments: mail.attachments
      .filter(({ disposition }) => disposition === 'attachment')
      .map(({ filename, mimeType, content }) => ({
        name: filename ?? 'attachment',
        type: mimeType,
        bytes: Math.floor((String(content).length * 3) / 4),
      })),
  })
}

/** Newest first. If `to` is given, only messages to that address. */
export function listMessages(mailbox: Table<Message>, to?: string): Message[] {
  const wanted = to?.toLowerCase()
  return mailbox
    .all()
    .toReversed()
    .filter((message) => !wanted || message.recipients.includes(wanted))
}
