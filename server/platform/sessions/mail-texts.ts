import { clock } from '#server/kernel/time/clock.ts'
import { button, end, paragraphs, recipient, text, top } from '#server/platform/mail/fields.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import { momentOf } from '#server/platform/mail/when.ts'
import { mail, said } from '#server/platform/mail/words.ts'
import { mailPasswordReset } from './password-reset.ts'
import { mailVerificationTo } from './verification.ts'

const holder = 'You have an account at {shop}.'

export const verificationMail = mail('verification', {
  title: 'Email verification',
  detail: 'Sent after sign-up.',
  placeholders: { username: 'account that the link verifies' },
  fields: {
    ...top,
    text,
    button,
    ...end,
    notes: paragraphs('Small print', { needs: ['username'] }),
  },
  urgent: true,
  words: {
    subject: 'Verify your email for {shop}',
    preheader: 'One click and your account is ready.',
    heading: 'Verify your email',
    text: 'Hi {username}, welcome to {shop}.\nClick the button to confirm your email address. Then you can sign in.',
    button: 'Verify my email',
    notes:
      'The link works for 24 hours and opens the account “{username}”. If you chose a different name, somebody else used your address: do not click it.',
    reason:
      'Somebody signed up with this address. If it was not you, no action is needed: the account stays inactive.',
  },
  samples: { 'A sign-up': (sender) => writeVerificationMail(sender, 'night_owl', 'sample') },
  again: (db, sender, { user }, again) =>
    mailVerificationTo(db, sender, { email: user.email }, again),
})

/** Only its texts: it is queued as `verificationMail`. */
export const verificationsMail = mail('verifications', {
  title: 'Email verification for several accounts',
  detail: 'Sent if several sign-ups use the same address. The links are below the text.',
  placeholders: {},
  fields: { ...top, text, ...end },
  words: {
    subject: 'Verify your email for {shop}',
    preheader: 'Use the link of the account that you created.',
    heading: 'Verify your email',
    text: 'Several accounts were created with this address. Use only the link of the account that is yours: it activates that account, and the others stay inactive.',
    notes: 'The links work for 24 hours. If you did not create any of these accounts, ignore them.',
    reason: 'Somebody signed up with this address.',
  },
  samples: {
    'Two sign-ups': (sender) =>
      writeVerificationsMail(sender, [
        { username: 'night_owl', token: 'sample' },
        { username: 'nightowl', token: 'another' },
      ]),
  },
  again: null,
})

export const addressTakenMail = mail('address-taken', {
  title: 'Address already in use',
  detail: 'Sent if somebody signs up with the address of an existing account.',
  placeholders: recipient,
  fields: { ...top, text, button, ...end },
  urgent: true,
  words: {
    subject: 'You already have a {shop} account',
    preheader: 'Somebody tried to sign up with your address.',
    heading: 'You already have an account',
    text: 'Somebody tried to create a {shop} account with this address. It already belongs to your account, {username}, so nothing was created or changed.\nIf it was you, just sign in. If you forgot your password, you can reset it on the same page.',
    button: 'Go to sign in',
    notes: 'If it was not you, no action is needed.',
    reason: holder,
  },
  samples: { 'A sign-up': (sender) => writeAddressTakenMail(sender, 'night_owl') },
  again: null,
})

export const passwordResetMail = mail('password-reset', {
  title: 'Password reset',
  detail: 'Sent when a password reset is requested.',
  placeholders: recipient,
  fields: { ...top, text, button, ...end },
  urgent: true,
  words: {
    subject: 'Reset your {shop} password',
    preheader: 'The link works for one hour.',
    heading: 'Choose a new password',
    text: 'Hi {username}, somebody requested a new password for your account.\nIf it was you, click the button and choose a password. You will be signed out everywhere.',
    button: 'Choose a new password',
    notes:
      'The link works once, for one hour. If it was not you, ignore this email: your password stays the same.',
    reason: holder,
  },
  samples: { 'A request': (sender) => writePasswordResetMail(sender, 'night_owl', 'sample') },
  again: (db, sender, { user }, again) => mailPasswordReset(db, sender, user, again),
})

export const passwordChangedMail = mail('password-changed', {
  title: 'Password changed',
  detail: 'Sent after a password change.',
  placeholders: recipient,
  fields: { ...top, text, button, ...end },
  urgent: true,
  words: {
    subject: 'Your {shop} password was changed',
    preheader: 'If it was not you, reset your password now.',
    heading: 'Your password was changed',
    text: 'Hi {username}, the password of your account was just changed, and other devices were signed out.\nIf it was you, no action is needed. If it was not, choose a new password now: that signs everybody else out.',
    button: 'It was not me',
    notes: '',
    reason: holder,
  },
  samples: { 'A change': (sender) => writePasswordChangedMail(sender, 'night_owl') },
  again: null,
})

export const secondFactorOnMail = mail('second-factor-on', {
  title: 'Two-factor authentication on',
  detail: 'Sent after it is turned on.',
  placeholders: recipient,
  fields: { ...top, text, button, ...end },
  urgent: true,
  words: {
    subject: 'Two-factor authentication is on for your {shop} account',
    preheader: 'Signing in now requires a code from your authenticator app.',
    heading: 'Two-factor authentication is on',
    text: 'Hi {username}, signing in to your account now requires a code from your authenticator app, and other devices were signed out.\nStore the recovery codes where you can find them without your phone. Each code works once.',
    button: 'It was not me',
    notes:
      'If it was you, no action is needed. If it was not, somebody knows your password: choose a new one now, and contact us.',
    reason: holder,
  },
  samples: { 'Turned on': (sender) => writeSecondFactorMail(sender, 'on', 'night_owl') },
  again: null,
})

export const secondFactorOffMail = mail('second-factor-off', {
  title: 'Two-factor authentication off',
  detail: 'Sent after the customer turns it off.',
  placeholders: recipient,
  fields: { ...top, text, button, ...end },
  urgent: true,
  words: {
    subject: 'Two-factor authentication is off for your {shop} account',
    preheader: 'Only your password is needed to sign in now.',
    heading: 'Two-factor authentication is off',
    text: 'Hi {username}, two-factor authentication was just turned off for your account. Only your password is needed to sign in now.',
    button: 'It was not me',
    notes:
      'If it was you, no action is needed. If it was not, choose a new password now: that signs everybody else out.',
    reason: holder,
  },
  samples: { 'Turned off': (sender) => writeSecondFactorMail(sender, 'off', 'night_owl') },
  again: null,
})

export const secondFactorRemovedMail = mail('second-factor-removed', {
  title: 'Two-factor authentication removed',
  detail: 'Sent after the team removes it for a customer who lost access.',
  placeholders: recipient,
  fields: { ...top, text, button, ...end },
  urgent: true,
  words: {
    subject: 'Two-factor authentication was removed from your {shop} account',
    preheader: 'Our team removed it. Only your password is needed to sign in now.',
    heading: 'Two-factor authentication was removed',
    text: 'Hi {username}, the team of {shop} removed two-factor authentication from your account. Only your password is needed to sign in now. You can turn it on again in your profile.',
    button: 'I did not request this',
    notes:
      'If you did not request this, choose a new password now and contact us in a support ticket.',
    reason: holder,
  },
  samples: {
    'Removed by the team': (sender) => writeSecondFactorMail(sender, 'removed', 'night_owl'),
  },
  again: null,
})

export const recoveryCodeUsedMail = mail('recovery-code-used', {
  title: 'Recovery code used',
  detail:
    'Sent when a recovery code is used to sign in. The time and the number of codes left are below the text.',
  placeholders: recipient,
  fields: { ...top, text, button, ...end },
  urgent: true,
  words: {
    subject: 'A recovery code of your {shop} account was used',
    preheader: 'It was used instead of a code from your authenticator app.',
    heading: 'A recovery code was used',
    text: 'Hi {username}, one of your recovery codes was just used instead of a code from your authenticator app. It cannot be used again. You can create new codes in your profile.',
    button: 'It was not me',
    notes:
      'If it was you, no action is needed. If it was not, somebody has your password and your recovery codes: choose a new password now, and create new recovery codes.',
    reason: holder,
  },
  samples: {
    'Ten codes': (sender) =>
      writeRecoveryCodeMail(sender, { username: 'night_owl', left: 9, at: clock.date() }),
  },
  again: null,
})

export const wrongCodesMail = mail('wrong-codes', {
  title: 'Wrong two-factor codes',
  detail:
    'Sent after three wrong codes in 15 minutes, at most once a day. The time is below the text.',
  placeholders: recipient,
  fields: { ...top, text, button, ...end },
  urgent: true,
  words: {
    subject: 'Wrong two-factor codes for your {shop} account',
    preheader: 'They were refused. If it was not you, choose a new password.',
    heading: 'Wrong two-factor codes were entered',
    text: 'Hi {username}, somebody who knows your password, or uses a device on which you are signed in, entered several wrong two-factor codes. They were refused.',
    button: 'It was not me',
    notes:
      'If you mistyped them, no action is needed. If it was not you, choose a new password now: that signs everybody else out.',
    reason: holder,
  },
  samples: {
    'Three codes': (sender) =>
      writeWrongCodesMail(sender, { username: 'night_owl', at: clock.date() }),
  },
  again: null,
})

export const newSignInMail = mail('new-sign-in', {
  title: 'New sign-in',
  detail: 'Sent after a sign-in from a new device. The time and place are below the text.',
  placeholders: { ...recipient, device: 'browser and operating system' },
  fields: { ...top, text, button, ...end },
  urgent: true,
  words: {
    subject: 'New sign-in to your {shop} account',
    preheader: '{device}. If it was not you, change your password now.',
    heading: 'New sign-in to your account',
    text: 'Hi {username}, somebody signed in to your account from a new device.',
    button: 'It was not me',
    notes:
      'If it was you, no action is needed. If it was not, choose a new password now: that signs everybody else out.',
    reason: holder,
  },
  samples: {
    'A sign-in': (sender) =>
      writeNewSignInMail(sender, {
        username: 'night_owl',
        at: clock.date(),
        device: 'Firefox on Linux',
        address: '203.0.113.7',
      }),
  },
  again: null,
})

function link({ siteUrl }: Pick<Sender, 'siteUrl'>, path: string, token: string) {
  return `${siteUrl}${path}?token=${encodeURIComponent(token)}`
}

export function passwordLink(sender: Pick<Sender, 'siteUrl'>, token: string) {
  return link(sender, '/reset-password', token)
}

export function writeVerificationMail(sender: Sender, username: string, token: string): FramedMail {
  const words = verificationMail.fillIn(sender, { username })
  const button = { label: words.button, url: link(sender, '/verify-email', token) }
  return frame(sender, { ...said(words), button })
}

/** For an address that several sign-ups share, when the request does not say which. */
export function writeVerificationsMail(
  sender: Sender,
  signups: { username: string; token: string }[],
): FramedMail {
  const rows = signups.map(({ username, token }) => ({
    label: username,
    value: link(sender, '/verify-email', token),
  }))
  return frame(sender, { ...said(verificationsMail.fillIn(sender, {})), rows })
}

export function writeAddressTakenMail(sender: Sender, username: string): FramedMail {
  const words = addressTakenMail.fillIn(sender, { username })
  const button = { label: words.button, url: `${sender.siteUrl}/login` }
  return frame(sender, { ...said(words), button })
}

export function writePasswordResetMail(
  sender: Sender,
  username: string,
  token: string,
): FramedMail {
  const words = passwordResetMail.fillIn(sender, { username })
  const button = { label: words.button, url: passwordLink(sender, token) }
  return frame(sender, { ...said(words), button })
}

export function writePasswordChangedMail(sender: Sender, username: string): FramedMail {
  const words = passwordChangedMail.fillIn(sender, { username })
  const button = { label: words.button, url: `${sender.siteUrl}/forgot-password` }
  return frame(sender, { ...said(words), button })
}

export const secondFactorMails = {
  on: secondFactorOnMail,
  off: secondFactorOffMail,
  removed: secondFactorRemovedMail,
}

export function writeSecondFactorMail(
  sender: Sender,
  now: 'on' | 'off' | 'removed',
  username: string,
): FramedMail {
  const words = secondFactorMails[now].fillIn(sender, { username })
  const button = { label: words.button, url: `${sender.siteUrl}/forgot-password` }
  return frame(sender, { ...said(words), button })
}

export function writeRecoveryCodeMail(
  sender: Sender,
  { username, left, at }: { username: string; left: number; at: Date },
): FramedMail {
  const words = recoveryCodeUsedMail.fillIn(sender, { username })
  return frame(sender, {
    ...said(words),
    rows: [
      { label: 'When', value: momentOf(sender, at) },
      { label: 'Recovery codes left', value: String(left) },
    ],
    button: { label: words.button, url: `${sender.siteUrl}/forgot-password` },
  })
}

export function writeWrongCodesMail(
  sender: Sender,
  { username, at }: { username: string; at: Date },
): FramedMail {
  const words = wrongCodesMail.fillIn(sender, { username })
  return frame(sender, {
    ...said(words),
    rows: [{ label: 'When', value: momentOf(sender, at) }],
    button: { label: words.button, url: `${sender.siteUrl}/forgot-password` },
  })
}

type SignIn = { username: string; at: Date; device: string; address: string }

export function writeNewSignInMail(
  sender: Sender,
  { username, at, device, address }: SignIn,
): FramedMail {
  const words = newSignInMail.fillIn(sender, { username, device })
  return frame(sender, {
    ...said(words),
    rows: [
      { label: 'When', value: momentOf(sender, at) },
      { label: 'Device', value: device },
      { label: 'IP address', value: address },
    ],
    button: { label: words.button, url: `${sender.siteUrl}/forgot-password` },
  })
}
