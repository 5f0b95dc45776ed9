import { labelOf, type Plan } from '#contract/terms.ts'
import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'
import { momentOf } from '#server/mail/when.ts'

export type Ending = {
  username: string
  /** `plan` is what it is renewed for; null when it is not sold. */
  product: { id: number; name: string; plan: Plan | null }
  endsAt: Date
  /** Whole days that are left, rounded up; 0 once it is over. */
  daysLeft: number
}

export function endingMail(sender: Sender, ending: Ending): FramedMail {
  const { username, product, endsAt, daysLeft } = ending
  const over = daysLeft === 0
  const when = over ? 'has ended' : `ends in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}`
  return frame(sender, {
    subject: `Your ${product.name} subscription ${when}`,
    preheader: over ? 'Renew it and go on where you stopped.' : 'Renew it and it goes on.',
    heading: `${product.name} ${when}`,
    paragraphs: [
      over
        ? `Hi ${username}, your subscription of ${product.name} is over, and the loader no longer starts it.`
        : `Hi ${username}, your subscription of ${product.name} does not renew by itself.`,
      product.plan
        ? over
          ? 'Renew it and it starts again at once.'
          : 'Renew it now and nothing is lost: the new time is added at the end.'
        : 'It is not sold at the moment, so it cannot be renewed.',
    ],
    rows: [{ label: over ? 'Ended' : 'Ends', value: momentOf(sender, endsAt) }],
    ...(product.plan && {
      button: {
        label: 'Renew',
        url: `${sender.siteUrl}/cart?add=${product.id}&plan=${product.plan}`,
      },
    }),
    notes: product.plan
      ? [
          `The button puts ${labelOf(product.plan).toLowerCase()} into your cart. Other terms are on its page in the store.`,
        ]
      : [],
    reason: `You have a subscription at ${sender.shopName}.`,
  })
}
