import { formatMoney } from '#contract/currency.ts'
import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'
import { momentOf } from '#server/mail/when.ts'

export type DisputeNews = {
  id: number
  amount_cents: number
  /** The reason as the provider names it. */
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
    button: { label: 'Look at the dispute', url: `${sender.siteUrl}/admin/disputes/${id}` },
    notes: [],
    reason: `You are an administrator of ${sender.shopName}.`,
  })
}

const ends = {
  won: {
    heading: 'is won',
    text: 'The bank has decided for the shop: the money is back, and so is the customer’s time.',
  },
  lost: {
    heading: 'is lost',
    text: 'The money stays with the customer, and the time that belongs to it went. Banks do not give their fee back.',
  },
  withdrawn: {
    heading: 'was withdrawn',
    text: 'The bank asks no more, and the money stays with the shop.',
  },
}

export function disputeClosedMail(
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

/** What happened to the order's time, so that administrators need not look it up. */
const done = {
  frozen: 'Its time is frozen: access, roles and renewal are off until the bank decides.',
  revoked: 'Its time was taken back, and nothing of it renews.',
  left: 'Its time goes on, and nothing of it renews until the bank decides.',
}

export function disputeOpenedMail(
  sender: Sender,
  news: DisputeNews & { inquiry: boolean; opening: keyof typeof done | null },
): FramedMail {
  const { amount_cents, inquiry, opening, due_at } = news
  const amount = formatMoney(amount_cents)
  return disputeMail(sender, news, {
    heading: inquiry ? `A bank asks about ${amount}` : `A payment of ${amount} is disputed`,
    text: [
      inquiry
        ? 'A customer’s bank asks about a payment. No money was taken back yet: a good answer, or a refund, keeps it so.'
        : 'A customer’s bank has taken a payment back and asks what the shop has to say.',
      ...(opening ? [done[opening]] : []),
      due_at
        ? 'What the shop knows was gathered as evidence: read it, change what you like, and submit it before it is due. Nothing is sent by itself.'
        : 'The bank takes no evidence for this one.',
    ],
  })
}

export function disputeDueMail(sender: Sender, news: DisputeNews & { hours: 72 | 24 }): FramedMail {
  const { hours, amount_cents } = news
  return disputeMail(sender, news, {
    heading: `${hours} hours are left to answer a dispute of ${formatMoney(amount_cents)}`,
    text: [
      'Nobody has submitted evidence yet. Without an answer the bank decides for its customer, and the money is lost.',
    ],
  })
}
