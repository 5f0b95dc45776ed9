import { isolated } from '#contract/wire/isolate.ts'
import { exactly } from '#contract/wire/lengths.ts'
import { clock } from '#server/kernel/time/clock.ts'
import {
  button,
  end,
  line,
  paragraphs,
  recipient,
  text,
  top,
} from '#server/platform/mail/fields.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import { momentOf } from '#server/platform/mail/when.ts'
import { lines, mail, said } from '#server/platform/mail/words.ts'
import { mailPerson } from './mail.ts'

type Told = {
  username: string
  title: string
  note: string
  byHand: boolean
  given: { product: string; seconds: number; endsAt: Date }[]
}

export const timeCreditedMail = mail('time-credited', {
  title: 'Compensation',
  detail:
    'Sent after an incident or a manual batch. The time and the new expiry date are below the text.',
  placeholders: { ...recipient, title: 'batch title' },
  fields: {
    ...top,
    text,
    subject_by_hand: line('Subject for a manual batch'),
    heading_by_hand: line('Heading for a manual batch'),
    text_by_hand: paragraphs('Text for a manual batch'),
    button,
    ...end,
  },
  words: {
    subject: 'We credited your lost time: {title}',
    preheader: 'It has already been added to your subscription.',
    heading: 'We credited your lost time',
    text: 'Hi {username}, you could not play for a while ({title}). The time that you lost has been added to your subscription. No action is needed.',
    subject_by_hand: 'Extra time for you: {title}',
    heading_by_hand: 'Extra time for you',
    text_by_hand:
      'Hi {username}, we have added time to your subscription ({title}). It is free, and no action is needed.',
    button: 'View subscriptions',
    notes: '',
    reason: 'You have an account at {shop}.',
  },
  samples: {
    'After an incident': (sender) => writeTimeCreditedMail(sender, sample),
    'Manual batch': (sender) =>
      writeTimeCreditedMail(sender, { ...sample, title: 'Our birthday', byHand: true }),
  },
  again: (db, sender, { about }, again) =>
    mailPerson(db, sender, { batch: Number(about.batch), user: Number(about.user) }, again),
})

const sample: Told = {
  username: 'night_owl',
  title: 'The overlay does not start',
  note: '',
  byHand: false,
  given: [
    { product: 'Night Vision', seconds: 11_520, endsAt: new Date(clock.now() + 33 * 86_400_000) },
  ],
}

export function writeTimeCreditedMail(sender: Sender, told: Told): FramedMail {
  const { username, title, note, byHand, given } = told
  const words = timeCreditedMail.fillIn(sender, { username, title })
  const usual = said(
    byHand
      ? {
          ...words,
          subject: words.subject_by_hand,
          heading: words.heading_by_hand,
          text: words.text_by_hand,
        }
      : words,
  )
  return frame(sender, {
    ...usual,
    // The note is not one of the shop's texts, so placeholders in braces are not replaced.
    paragraphs: [...usual.paragraphs, ...lines(note)],
    rows: given.flatMap(({ product, seconds, endsAt }) => [
      { label: product, value: `+ ${exactly(seconds)}` },
      { label: isolated`${product} expires`, value: momentOf(sender, endsAt) },
    ]),
    button: { label: words.button, url: `${sender.siteUrl}/dashboard?t=subscriptions` },
  })
}
