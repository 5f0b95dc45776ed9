import { button, end, recipient, text, top } from '#server/platform/mail/fields.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import { mail, said } from '#server/platform/mail/words.ts'
import { mailLoaderLink } from './mail-link.ts'

export const loaderLinkMail = mail('loader-link', {
  title: 'Link to the loader',
  detail: 'Sent when a customer on a phone requests the link, to open it on a computer.',
  placeholders: recipient,
  fields: { ...top, text, button, ...end },
  urgent: true,
  words: {
    subject: 'The link to your {shop} loader',
    preheader: 'Open this email on the computer that you play on.',
    heading: 'Get your loader',
    text: 'Hi {username}, open this email on the computer that you play on.\nThe button opens your loader page. Sign in, download the loader and start it. It shows a code that links the computer to your account.',
    button: 'Get the loader',
    notes: '',
    reason: 'You requested this link at {shop}.',
  },
  samples: { 'A customer': (sender) => writeLoaderLinkMail(sender, 'night_owl') },
  again: (db, sender, { user, about }, again) =>
    mailLoaderLink(db, sender, { ...user, id: Number(about.user) }, again),
})

export function writeLoaderLinkMail(sender: Sender, username: string): FramedMail {
  const words = loaderLinkMail.fillIn(sender, { username })
  return frame(sender, {
    ...said(words),
    button: { label: words.button, url: `${sender.siteUrl}/dashboard?t=loader` },
  })
}
