import { mailBody } from '#server/campaigns/body.ts'
import { coloursOf } from '#server/mail/colours.ts'
import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'
import { lines, said, type WrittenMails, writer } from '#server/mail/words.ts'

type Told = {
  username: string
  version: string
  /** The release notes in Markdown. Empty if there are none. */
  notes: string
  /** Null for the loader. */
  module: { product: number; release: number; name: string } | null
  unsubscribe: string
}

export const releaseMailTexts: WrittenMails<'mail-release'> = {
  'mail-release': {
    words: {
      subject: '{name} {version} is out',
      preheader: 'What is new, and how you get it.',
      heading: '{name} {version} is out',
      text: 'Hi {username}, there is a new release for you.',
      module: 'Your loader fetches it by itself.',
      loader: 'Get your own copy of it on your dashboard.',
      button: 'Read the changelog',
      button_loader: 'Get the loader',
      notes: '',
      reason: 'You asked on your dashboard at {shop} for mails of new releases of what you have.',
    },
    samples: {
      'Of a module': (sender) =>
        releaseMail(sender, sample({ product: 3, release: 9, name: 'Night Vision' })),
      'Of the loader': (sender) => releaseMail(sender, sample(null)),
    },
  },
}

const sample = (module: Told['module']): Told => ({
  username: 'night_owl',
  version: '2.3.0',
  notes: 'It starts **twice as fast**.\n\n- Knows the new maps\n- Keeps your settings',
  module,
  unsubscribe: 'https://shop.example/unsubscribe?token=12.abc.releases',
})

const wordsOf = writer(releaseMailTexts)

export function releaseMail(sender: Sender, told: Told): FramedMail {
  const { username, version, notes, module, unsubscribe } = told
  const name = module?.name ?? `${sender.shopName} Loader`
  const words = wordsOf(sender, 'mail-release', { username, name, version })
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
