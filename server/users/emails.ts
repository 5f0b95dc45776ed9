import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'

export function invitationMail(sender: Sender, username: string, token: string): FramedMail {
  const query = new URLSearchParams({ token, invited: 'true' })
  return frame(sender, {
    subject: `Your invitation to ${sender.product}`,
    preheader: 'Set a password and your account is ready.',
    heading: 'You are invited',
    paragraphs: [
      `Hi ${username}, the team of ${sender.product} has made an account for you.`,
      `Press the button to set a password. Then sign in as ${username}.`,
    ],
    button: { label: 'Set my password', url: `${sender.siteUrl}/reset-password?${query}` },
    notes: [
      'The link works once, for one week. If you do not want an account, do nothing: it stays closed.',
    ],
    reason: `The team of ${sender.product} invited this address.`,
  })
}
