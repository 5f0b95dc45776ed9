import { isolated } from '#contract/wire/isolate.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { button, end, line, recipient, text, top } from '#server/platform/mail/fields.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import { lasting } from '#server/platform/mail/lasting.ts'
import { momentOf } from '#server/platform/mail/when.ts'
import { lines, mail, said } from '#server/platform/mail/words.ts'
import { mailGift } from './gift-mail.ts'

type Told = {
  username: string
  product: string
  /** Null means lifetime. */
  seconds: number | null
  endsAt: Date | null
  note: string
}

export const timeGivenMail = mail('time-given', {
  title: 'Time granted',
  detail:
    'Sent when staff grant time with a note. The note and the new expiry date are below the text.',
  placeholders: { ...recipient, product: 'product name', time: 'time granted' },
  fields: {
    ...top,
    text,
    lifetime: line('Time granted for a lifetime'),
    button,
    ...end,
  },
  words: {
    subject: '{time} of {product}, on us',
    preheader: 'It has already been added to your subscription.',
    heading: '{time} of {product}, on us',
    text: 'Hi {username}, we have added {time} of {product} to your account. It is free, and no action is needed.',
    lifetime: 'a lifetime',
    button: 'View subscriptions',
    notes: '',
    reason: 'You have an account at {shop}.',
  },
  samples: {
    'Some days': (sender) => writeTimeGivenMail(sender, sample(3 * 86_400)),
    Lifetime: (sender) => writeTimeGivenMail(sender, sample(null)),
  },
  again: (db, sender, { about }, again) => mailGift(db, sender, String(about.gift), again),
})

const sample = (seconds: number | null): Told => ({
  username: 'night_owl',
  product: 'Night Vision',
  seconds,
  endsAt: seconds === null ? null : new Date(clock.now() + 33 * 86_400_000),
  note: 'Sorry for last night’s outage. Thank you for your patience!',
})

export function writeTimeGivenMail(sender: Sender, gift: Told): FramedMail {
  const { username, product, seconds, endsAt, note } = gift
  const values = { username, product }
  const { lifetime } = timeGivenMail.fillIn(sender, { ...values, time: '' })
  const time = (seconds === null ? lifetime : lasting(seconds)) ?? ''
  const words = timeGivenMail.fillIn(sender, { ...values, time })
  const usual = said(words)
  return frame(sender, {
    ...usual,
    // The note is not one of the shop's texts, so placeholders in braces are not replaced.
    paragraphs: [...usual.paragraphs, ...lines(note)],
    rows: endsAt ? [{ label: isolated`${product} expires`, value: momentOf(sender, endsAt) }] : [],
    button: { label: words.button, url: `${sender.siteUrl}/dashboard?t=subscriptions` },
  })
}
