import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'

export type Ending = {
  username: string
  game: { id: number; name: string; sold: boolean }
  endsAt: Date
  /** Whole days that are left, rounded up; 0 once it is over. */
  daysLeft: number
}

const moment = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

export function endingMail(sender: Sender, ending: Ending): FramedMail {
  const { username, game, endsAt, daysLeft } = ending
  const over = daysLeft === 0
  const when = over ? 'has ended' : `ends in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}`
  return frame(sender, {
    subject: `Your ${game.name} subscription ${when}`,
    preheader: over ? 'Renew it and go on where you stopped.' : 'Renew it and it goes on.',
    heading: `${game.name} ${when}`,
    paragraphs: [
      over
        ? `Hi ${username}, your subscription of ${game.name} is over, and the loader no longer starts it.`
        : `Hi ${username}, your subscription of ${game.name} does not renew by itself.`,
      game.sold
        ? over
          ? 'Renew it and it starts again at once.'
          : 'Renew it now and nothing is lost: the new time is added at the end.'
        : 'It is not sold at the moment, so it cannot be renewed.',
    ],
    rows: [{ label: over ? 'Ended' : 'Ends', value: `${moment.format(endsAt)} UTC` }],
    ...(game.sold && {
      button: { label: 'Renew', url: `${sender.siteUrl}/cart?add=${game.id}&term=1` },
    }),
    notes: game.sold
      ? ['The button puts one month into your cart. Other terms are on its page in the store.']
      : [],
    reason: `You have a subscription at ${sender.shopName}.`,
  })
}
