import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'
import { said, type WrittenMails, writer } from '#server/mail/words.ts'
import { masked } from '#server/users/masked.ts'

export const staffUserMailTexts: WrittenMails<'mail-invitation' | 'mail-address-changed'> = {
  'mail-invitation': {
    words: {
      subject: 'Your invitation to {shop}',
      preheader: 'Set a password and your account is ready.',
      heading: 'You are invited',
      text: 'Hi {username}, the team of {shop} has made an account for you.\nPress the button to set a password. Then sign in as {username}.',
      button: 'Set my password',
      notes:
        'The link works once, for one week. If you do not want an account, do nothing: it stays closed.',
      reason: 'The team of {shop} invited this address.',
    },
    samples: { 'An invitation': (sender) => invitationMail(sender, 'night_owl', 'sample') },
  },
  'mail-address-changed': {
    words: {
      subject: 'The address of your {shop} account was changed',
      preheader: 'The team changed it, and you were signed out everywhere.',
      heading: 'Your address was changed',
      text: 'Hi {username}, the team of {shop} changed the address of your account. Mails go to the new one from now on, and you were signed out everywhere.',
      button: 'Go to sign in',
      notes:
        'If you did not ask for it, sign in with your username and write to us in a support ticket.',
      reason: 'You have an account at {shop}.',
    },
    samples: {
      'A new address': (sender) =>
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
