import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'
import { momentOf } from '#server/mail/when.ts'

function link({ siteUrl }: Pick<Sender, 'siteUrl'>, path: string, token: string) {
  return `${siteUrl}${path}?token=${encodeURIComponent(token)}`
}

/** Where the holder of such a token chooses a password. */
export function passwordLink(sender: Pick<Sender, 'siteUrl'>, token: string) {
  return link(sender, '/reset-password', token)
}

export function verificationMail(sender: Sender, username: string, token: string): FramedMail {
  return frame(sender, {
    subject: `Verify your email for ${sender.shopName}`,
    preheader: 'One click and your account is ready.',
    heading: 'Verify your email',
    paragraphs: [
      `Hi ${username}, welcome to ${sender.shopName}.`,
      'Press the button to confirm that this address is yours. Then you can sign in.',
    ],
    button: {
      label: 'Verify my email',
      url: link(sender, '/verify-email', token),
    },
    notes: [
      `The link works for 24 hours and opens the account “${username}”. If you chose another name, somebody else used your address: do not press it.`,
    ],
    reason: `Somebody signed up with this address. If it was not you, do nothing: the account stays closed.`,
  })
}

/** For an address that several sign-ups name, when nobody said which of them asks. */
export function verificationsMail(
  sender: Sender,
  signups: { username: string; token: string }[],
): FramedMail {
  return frame(sender, {
    subject: `Verify your email for ${sender.shopName}`,
    preheader: 'Follow the link of the name that you chose.',
    heading: 'Verify your email',
    paragraphs: [
      'Several accounts were asked for with this address. Follow only the link of the one that you made: it opens that account, and the others stay closed.',
    ],
    rows: signups.map(({ username, token }) => ({
      label: username,
      value: link(sender, '/verify-email', token),
    })),
    notes: ['The links work for 24 hours. If you made none of these, follow none.'],
    reason: 'Somebody signed up with this address.',
  })
}

export function addressTakenMail(sender: Sender, username: string): FramedMail {
  return frame(sender, {
    subject: `You already have a ${sender.shopName} account`,
    preheader: 'Somebody tried to sign up with your address.',
    heading: 'You already have an account',
    paragraphs: [
      `Somebody tried to create a ${sender.shopName} account with this address. It belongs to your account, ${username}, so nothing was created and nothing has changed.`,
      'If it was you, just sign in. If you do not know the password any more, ask for a new one on the same page.',
    ],
    button: { label: 'Go to sign in', url: `${sender.siteUrl}/login` },
    notes: ['If it was not you, there is nothing to do.'],
    reason: `You have an account at ${sender.shopName}.`,
  })
}

export function passwordResetMail(sender: Sender, username: string, token: string): FramedMail {
  return frame(sender, {
    subject: `Reset your ${sender.shopName} password`,
    preheader: 'The link works for one hour.',
    heading: 'Choose a new password',
    paragraphs: [
      `Hi ${username}, somebody asked for a new password for your account.`,
      'If it was you, press the button and choose one. You will be signed out everywhere.',
    ],
    button: {
      label: 'Choose a new password',
      url: passwordLink(sender, token),
    },
    notes: [
      'The link works once, for one hour. If it was not you, your old password goes on working.',
    ],
    reason: `You have an account at ${sender.shopName}.`,
  })
}

export function passwordChangedMail(sender: Sender, username: string): FramedMail {
  return frame(sender, {
    subject: `Your ${sender.shopName} password was changed`,
    preheader: 'If it was not you, reset it now.',
    heading: 'Your password was changed',
    paragraphs: [
      `Hi ${username}, the password of your account was just changed, and other devices were signed out.`,
      'If it was you, all is well. If it was not, choose a new one now: it locks everybody else out.',
    ],
    button: { label: 'It was not me', url: `${sender.siteUrl}/forgot-password` },
    notes: [],
    reason: `You have an account at ${sender.shopName}.`,
  })
}

type SignIn = { username: string; at: Date; device: string; address: string }

export function newSignInMail(
  sender: Sender,
  { username, at, device, address }: SignIn,
): FramedMail {
  return frame(sender, {
    subject: `New sign-in to your ${sender.shopName} account`,
    preheader: `${device}. If it was not you, change your password now.`,
    heading: 'New sign-in to your account',
    paragraphs: [
      `Hi ${username}, somebody signed in to your account from a device that we have not seen before.`,
    ],
    rows: [
      { label: 'When', value: momentOf(sender, at) },
      { label: 'Device', value: device },
      { label: 'Network address', value: address },
    ],
    button: { label: 'It was not me', url: `${sender.siteUrl}/forgot-password` },
    notes: [
      'If it was you, there is nothing to do. If not, choose a new password: it signs everybody else out.',
    ],
    reason: `You have an account at ${sender.shopName}.`,
  })
}
