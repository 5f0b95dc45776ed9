import { button, end, recipient, text, top } from '#server/platform/mail/fields.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import { mail, said } from '#server/platform/mail/words.ts'
import { masked } from '#server/platform/users/masked.ts'
import { mailInvitationAgain } from './invitation.ts'

export const invitationMail = mail('invitation', {
  title: 'Invitation',
  detail: 'Sent when the team creates an account.',
  placeholders: { username: 'username to sign in with' },
  fields: { ...top, text: { ...text, needs: ['username'] }, button, ...end },
  urgent: true,
  words: {
    subject: 'Your invitation to {shop}',
    preheader: 'Set a password to activate your account.',
    heading: 'You have been invited',
    text: 'Hi {username}, the team of {shop} has created an account for you.\nClick the button to set a password. Then sign in as {username}.',
    button: 'Set my password',
    notes:
      'The link works once, for one week. If you do not want an account, ignore this email: the account stays inactive.',
    reason: 'The team of {shop} invited this address.',
  },
  samples: { 'An invitation': (sender) => writeInvitationMail(sender, 'night_owl', 'sample') },
  again: (db, sender, { user }, again) => mailInvitationAgain(db, sender, user.email, again),
})

export const addressChangedMail = mail('address-changed', {
  title: 'Address changed',
  detail: 'Sent to the old and the new address when the team changes it.',
  placeholders: recipient,
  fields: { ...top, text, button, ...end },
  words: {
    subject: 'The address of your {shop} account was changed',
    preheader: 'The team changed it, and you were signed out everywhere.',
    heading: 'Your address was changed',
    text: 'Hi {username}, the team of {shop} changed the email address of your account. Emails now go to the new address, and you were signed out everywhere.',
    button: 'Go to sign in',
    notes:
      'If you did not request this, sign in with your username and contact us in a support ticket.',
    reason: 'You have an account at {shop}.',
  },
  samples: {
    'New address': (sender) =>
      writeAddressChangedMail(sender, {
        username: 'night_owl',
        from: 'owl@mail.example',
        to: 'night@mail.example',
      }),
  },
  again: null,
})

export function writeInvitationMail(sender: Sender, username: string, token: string): FramedMail {
  const query = new URLSearchParams({ token, invited: 'true' })
  const words = invitationMail.fillIn(sender, { username })
  const button = { label: words.button, url: `${sender.siteUrl}/reset-password?${query}` }
  return frame(sender, { ...said(words), button })
}

/** The mail goes to both the old and the new address, so it contains neither in full. */
export function writeAddressChangedMail(
  sender: Sender,
  { username, from, to }: { username: string; from: string; to: string },
): FramedMail {
  const words = addressChangedMail.fillIn(sender, { username })
  return frame(sender, {
    ...said(words),
    rows: [
      { label: 'Before', value: masked(from) },
      { label: 'Now', value: masked(to) },
    ],
    button: { label: words.button, url: `${sender.siteUrl}/login` },
  })
}
