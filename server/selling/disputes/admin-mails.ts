import { formatMoney } from '#contract/wire/currency.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { momentOf } from '#server/platform/mail/when.ts'

export const disputeOpenedMail: Mail = { name: 'dispute-opened' }
export const disputeDueMail: Mail = { name: 'dispute-due' }
export const disputeClosedMail: Mail = { name: 'dispute-closed' }

export type DisputeNews = {
  id: number
  amount_cents: number
  reason: string
  due_at: Date | null
  username: string
}

type Words = { heading: string; text: string[] }

function disputeMail(sender: Sender, news: DisputeNews, { heading, text }: Words): FramedMail {
  const { id, amount_cents, reason, due_at, username } = news
  return frame(sender, {
    subject: `${sender.shopName}: ${heading}`,
    preheader: text[0]!,
    heading,
    paragraphs: text,
    rows: [
      { label: 'Customer', value: username },
      { label: 'Amount', value: formatMoney(amount_cents) },
      { label: 'Reason', value: reason.replaceAll('_', ' ') },
      ...(due_at ? [{ label: 'Due', value: momentOf(sender, due_at) }] : []),
    ],
    button: { label: 'View dispute', url: `${sender.siteUrl}/admin/disputes/${id}` },
    notes: [],
    reason: `You are an administrator of ${sender.shopName}.`,
  })
}

const ends = {
  won: {
    heading: 'was won',
    text: 'The bank decided in favour of the shop. The money was returned, and the customer’s time was restored.',
  },
  lost: {
    heading: 'was lost',
    text: 'The customer keeps the money, and the time that it paid for was revoked. Banks do not refund their fee.',
  },
  withdrawn: {
    heading: 'was withdrawn',
    text: 'The bank has closed the dispute, and the shop keeps the money.',
  },
}

export function writeDisputeClosedMail(
  sender: Sender,
  news: Omit<DisputeNews, 'due_at'> & { state: keyof typeof ends },
): FramedMail {
  const { heading, text } = ends[news.state]
  return disputeMail(
    sender,
    { ...news, due_at: null },
    { heading: `The dispute of ${formatMoney(news.amount_cents)} ${heading}`, text: [text] },
  )
}

const done = {
  frozen:
    'The order’s time is frozen: the customer has no access, no Discord roles and no renewals until the bank decides.',
  revoked: 'The order’s time was revoked, and its renewals are stopped.',
  left: 'The order’s time continues. Its renewals are on hold until the bank decides.',
}

export function writeDisputeOpenedMail(
  sender: Sender,
  news: DisputeNews & { inquiry: boolean; opening: keyof typeof done | null },
): FramedMail {
  const { amount_cents, inquiry, opening, due_at } = news
  const amount = formatMoney(amount_cents)
  return disputeMail(sender, news, {
    heading: inquiry
      ? `Inquiry about a payment of ${amount}`
      : `A payment of ${amount} is disputed`,
    text: [
      inquiry
        ? 'A customer’s bank is inquiring about a payment. No money was withdrawn yet. A good response, or a refund, can prevent that.'
        : 'A customer’s bank has withdrawn a payment and asks for the shop’s response.',
      ...(opening ? [done[opening]] : []),
      due_at
        ? 'The shop has collected its evidence. Review it, edit it if needed, and submit it before the deadline. Nothing is sent automatically.'
        : 'The bank accepts no evidence for this dispute.',
    ],
  })
}

export function writeDisputeDueMail(
  sender: Sender,
  news: DisputeNews & { hours: 72 | 24 },
): FramedMail {
  const { hours, amount_cents } = news
  return disputeMail(sender, news, {
    heading: `${hours} hours left to answer a dispute of ${formatMoney(amount_cents)}`,
    text: [
      'No evidence has been submitted yet. Without a response, the bank decides for the customer, and the money is lost.',
    ],
  })
}
