import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import { said, type WrittenMails, writer } from '#server/platform/mail/words.ts'
import { masked } from '#server/platform/users/masked.ts'

export const staffUserMailTexts: WrittenMails<'mail-invitation' | 'mail-address-changed'> = {
  'mail-invitation': {
    words: {
      subject: 'Your invitation to {shop}',
      preheader: 'Set a password to activate your account.',
      heading: 'You have been invited',
      text: 'Hi {username}, the team of {shop} has created an account for you.\nClick the button to set a password. Then sign in as {username}.',
      button: 'Set my password',
      notes:
        'The link works once, for one week. If you do not want an account, ignore this mail: the account stays inactive.',
      reason: 'The team of {shop} invited this address.',
    },
    samples: { 'An invitation': (sender) => invitationMail(sender, 'night_owl', 'sample') },
  },
  'mail-address-changed': {
    words: {
      subject: 'The address of your {shop} account was changed',
      preheader: 'The team changed it, and you were signed out everywhere.',
      heading: 'Your address was changed',
      text: 'Hi {username}, the team of {shop} changed the email address of your account. Mails now go to the new address, and you were signed out everywhere.',
      button: 'Go to sign in',
      notes:
        'If you did not request this, sign in with your username and contact us in a support ticket.',
      reason: 'You have an account at {shop}.',
    },
    samples: {
      'New address': (sender) =>
        addressChangedMail(sender, {
          username: 'night_owl',
          from: 'owl@mail.example',
          to: 'night@mail.example',
        }),
    },
  },
}

const wordsOf = writer(staffUserMailTexts)

export function invitationMail(sender: Sender, username: string, token: string): FramedMail {
  const query = new URLSearchParams({ token, invited: 'true' })
  const words = wordsOf(sender, 'mail-invitation', { username })
  const button = { label: words.button, url: `${sender.siteUrl}/reset-password?${query}` }
  return frame(sender, { ...said(words), button })
}

/** The mail goes to both the old and the new address, so it contains neither in full. */
export function addressChangedMail(
  sender: Sender,
  { username, from, to }: { username: string; from: string; to: string },
): FramedMail {
  const words = wordsOf(sender, 'mail-address-changed', { username })
  return frame(sender, {
    ...said(words),
    rows: [
      { label: 'Before', value: masked(from) },
      { label: 'Now', value: masked(to) },
    ],
    button: { label: words.button, url: `${sender.siteUrl}/login` },
  })
}
