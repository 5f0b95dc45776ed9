import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'

type Released = { username: string; name: string; os: string; at: Date }

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

export function deviceReleasedMail(
  sender: Sender,
  { username, name, os, at }: Released,
): FramedMail {
  return frame(sender, {
    subject: `A computer was released from your ${sender.shopName} account`,
    preheader: `${name} is no longer paired.`,
    heading: 'Computer released',
    paragraphs: [
      `Hi ${username}, the computer below was released from your account. What ran on it ends within minutes, and another computer can take its place.`,
    ],
    rows: [
      { label: 'Computer', value: name },
      { label: 'System', value: os },
      { label: 'When', value: `${moment.format(at)} UTC` },
    ],
    button: { label: 'See my devices', url: `${sender.siteUrl}/dashboard?t=devices` },
    notes: ['If it was not you, change your password now: it signs you out everywhere.'],
    reason: `You have an account at ${sender.shopName}.`,
  })
}
