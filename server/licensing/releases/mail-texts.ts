import { isolated } from '#contract/wire/isolate.ts'
import { mailBody } from '#server/platform/mail/body.ts'
import { coloursOf } from '#server/platform/mail/colours.ts'
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
import { lines, mail, said } from '#server/platform/mail/words.ts'
import { mailRelease } from './mail.ts'

type Told = {
  username: string
  version: string
  /** The release notes in Markdown. Empty if there are none. */
  notes: string
  /** Null for the loader. */
  module: { product: number; release: number; name: string } | null
  unsubscribe: string
}

export const releaseMail = mail('release', {
  title: 'New release',
  detail:
    'Sent to customers who turned it on in their dashboard, when the release is offered to them.',
  placeholders: {
    ...recipient,
    name: 'product, or the shop’s loader',
    version: 'version of the release',
  },
  fields: {
    ...top,
    text,
    module: paragraphs('For a product’s module'),
    loader: paragraphs('For the loader'),
    button,
    button_loader: line('Button for the loader'),
    ...end,
  },
  words: {
    subject: '{name} {version} is out',
    preheader: 'What is new, and how to get it.',
    heading: '{name} {version} is out',
    text: 'Hi {username}, a new release is available to you.',
    module: 'Your loader downloads it automatically.',
    loader: 'Download your copy from your dashboard.',
    button: 'View changelog',
    button_loader: 'Get the loader',
    notes: '',
    reason: 'You turned on emails about new releases on your dashboard at {shop}.',
  },
  samples: {
    Module: (sender) =>
      writeReleaseMail(sender, sample({ product: 3, release: 9, name: 'Night Vision' })),
    Loader: (sender) => writeReleaseMail(sender, sample(null)),
  },
  again: (db, sender, { about }, again) =>
    mailRelease(db, sender, { release: Number(about.release), user: Number(about.user) }, again),
})

const sample = (module: Told['module']): Told => ({
  username: 'night_owl',
  version: '2.3.0',
  notes: 'It starts **twice as fast**.\n\n- Knows the new maps\n- Keeps your settings',
  module,
  unsubscribe: 'https://shop.example/unsubscribe?token=12.abc.releases',
})

export function writeReleaseMail(sender: Sender, told: Told): FramedMail {
  const { username, version, notes, module, unsubscribe } = told
  const name = module?.name ?? isolated`${sender.shopName} Loader`
  const words = releaseMail.fillIn(sender, { username, name, version })
  const usual = said(words)
  return frame(sender, {
    ...usual,
    paragraphs: [...usual.paragraphs, ...lines(module ? words.module : words.loader)],
    ...(notes && { body: mailBody(notes, sender.siteUrl, coloursOf(sender.look).link) }),
    button: module
      ? {
          label: words.button,
          url: `${sender.siteUrl}/product/${module.product}/changelog#release-${module.release}`,
        }
      : { label: words.button_loader, url: `${sender.siteUrl}/dashboard?t=loader` },
    unsubscribe,
  })
}
