import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'
import { momentOf } from '#server/mail/when.ts'

type Released = { username: string; name: string; os: string; at: Date }

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
      { label: 'When', value: momentOf(sender, at) },
    ],
    button: { label: 'See my devices', url: `${sender.siteUrl}/dashboard?t=devices` },
    notes: ['If it was not you, change your password now: it signs you out everywhere.'],
    reason: `You have an account at ${sender.shopName}.`,
  })
}

/** One computer with many accounts, or one loader on many computers. */
export type Sharing = {
  kind: 'accounts' | 'devices'
  /** For computers: the count is a lower bound. */
  count: number
  username: string
  uid: number
  device?: string
}

export function sharingMail(
  sender: Sender,
  { kind, count, username, uid, device }: Sharing,
): FramedMail {
  const computers = count === 1 ? 'one computer' : `${count} computers`
  const told =
    kind === 'accounts'
      ? {
          heading: `One computer with ${count} accounts`,
          text: `${count} accounts have used the same computer in the last 30 days. The last of them is ${username}.`,
        }
      : {
          heading: `One loader on more than ${computers}`,
          text: `The loader that was built for ${username} was started on more than ${computers} within a day.`,
        }
  return frame(sender, {
    subject: `${sender.shopName}: ${told.heading}`,
    preheader: told.text,
    heading: told.heading,
    paragraphs: [
      told.text,
      'Nothing was done about it: families, net cafés and stolen accounts look the same. Look at their devices and decide.',
    ],
    rows: [
      { label: 'User', value: `${username} (${uid})` },
      ...(device ? [{ label: 'Computer', value: device }] : []),
    ],
    button: { label: 'See their devices', url: `${sender.siteUrl}/admin/users/${uid}` },
    notes: ['You get one mail a day about the same thing at most.'],
    reason: `You are an administrator of ${sender.shopName}.`,
  })
}
