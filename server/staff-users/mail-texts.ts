import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'
import { masked } from '#server/users/masked.ts'

export function invitationMail(sender: Sender, username: string, token: string): FramedMail {
  const query = new URLSearchParams({ token, invited: 'true' })
  return frame(sender, {
    subject: `Your invitation to ${sender.shopName}`,
    preheader: 'Set a password and your account is ready.',
    heading: 'You are invited',
    paragraphs: [
      `Hi ${username}, the team of ${sender.shopName} has made an account for you.`,
      `Press the button to set a password. Then sign in as ${username}.`,
    ],
    button: { label: 'Set my password', url: `${sender.siteUrl}/reset-password?${query}` },
    notes: [
      'The link works once, for one week. If you do not want an account, do nothing: it stays closed.',
    ],
    reason: `The team of ${sender.shopName} invited this address.`,
  })
}

/** For the old address as well as the new one, so it names neither in full. */
export function addressChangedMail(
  sender: Sender,
  { username, from, to }: { username: string; from: string; to: string },
): FramedMail {
  return frame(sender, {
    subject: `The address of your ${sender.shopName} account was changed`,
    preheader: 'The team changed it, and you were signed out everywhere.',
    heading: 'Your address was changed',
    paragraphs: [
      `Hi ${username}, the team of ${sender.shopName} changed the address of your account. Mails go to the new one from now on, and you were signed out everywhere.`,
    ],
    rows: [
      { label: 'Before', value: masked(from) },
      { label: 'Now', value: masked(to) },
    ],
    button: { label: 'Go to sign in', url: `${sender.siteUrl}/login` },
    notes: [
      'If you did not ask for it, sign in with your username and write to us in a support ticket.',
    ],
    reason: `You have an account at ${sender.shopName}.`,
  })
}
