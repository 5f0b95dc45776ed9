import { isolated } from '#contract/wire/isolate.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { momentOf } from '#server/platform/mail/when.ts'

export const deviceReleasedMail: Mail = { name: 'device-released' }
export const sharingMail: Mail = { name: 'sharing' }

type Released = { username: string; name: string; os: string; at: Date }

export function writeDeviceReleasedMail(
  sender: Sender,
  { username, name, os, at }: Released,
): FramedMail {
  return frame(sender, {
    subject: isolated`A device was released from your ${sender.shopName} account`,
    preheader: isolated`${name} is no longer linked.`,
    heading: 'Device released',
    paragraphs: [
      isolated`Hi ${username}, the device below was released from your account. Games running on it end within minutes, and another device can take its place.`,
    ],
    rows: [
      { label: 'Device', value: name },
      { label: 'System', value: os },
      { label: 'When', value: momentOf(sender, at) },
    ],
    button: { label: 'View devices', url: `${sender.siteUrl}/dashboard?t=devices` },
    notes: ['If it was not you, change your password now: that signs you out everywhere.'],
    reason: isolated`You have an account at ${sender.shopName}.`,
  })
}

export type Sharing = {
  kind: 'accounts' | 'devices'
  /** For computers: the count is a lower bound. */
  count: number
  username: string
  uid: number
  device?: string
}

export function writeSharingMail(
  sender: Sender,
  { kind, count, username, uid, device }: Sharing,
): FramedMail {
  const computers = count === 1 ? 'one device' : `${count} computers`
  const told =
    kind === 'accounts'
      ? {
          heading: `One device with ${count} accounts`,
          text: isolated`${String(count)} accounts have used the same device in the last 30 days. The most recent one is ${username}.`,
        }
      : {
          heading: `One loader on more than ${computers}`,
          text: isolated`The loader that was built for ${username} was started on more than ${computers} in one day.`,
        }
  return frame(sender, {
    subject: isolated`${sender.shopName}: ${told.heading}`,
    preheader: told.text,
    heading: told.heading,
    paragraphs: [
      told.text,
      'No action was taken, because families, internet cafés and stolen accounts look the same. Review the devices and decide.',
    ],
    rows: [
      { label: 'User', value: isolated`${username} (${String(uid)})` },
      ...(device ? [{ label: 'Device', value: device }] : []),
    ],
    button: { label: 'View devices', url: `${sender.siteUrl}/admin/users/${uid}` },
    notes: ['You receive at most one email a day about the same user or loader.'],
    reason: isolated`You are an administrator of ${sender.shopName}.`,
  })
}
