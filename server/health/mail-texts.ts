import { paymentProviderNames } from '#contract/payment-webhooks.ts'
import { clock } from '#server/kernel/clock.ts'
import { type FramedMail, frame, type MailContent, type Sender } from '#server/mail/frame.ts'
import { momentOf } from '#server/mail/when.ts'
import type { ProblemKey } from './problems.ts'

const names: Record<string, string> = {
  ...paymentProviderNames,
  discord: 'Discord',
  announcements: 'The channel of Discord’s that releases are told in',
  captcha: 'The captcha service',
  vies: 'VIES, the register of VAT IDs',
  files: 'The store of files',
}

function lengthOf(milliseconds: number) {
  const minutes = Math.round(milliseconds / 60_000)
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}

type Problem = { key: ProblemKey; since: Date }

// Error messages are left out: they may contain an address or a key, and more people can read mail.
export function problemsMail(sender: Sender, problems: Problem[]): FramedMail {
  const lines = problems.map(({ key, since }) => ({
    label: wordsFor(key).failing,
    value: `since ${momentOf(sender, since)}`,
  }))
  return problemMail(sender, {
    heading: lines.length === 1 ? lines[0]!.label : `${lines.length} things need your attention`,
    preheader: lines.map(({ label }) => label).join(', '),
    paragraphs: [
      'This has gone on for some minutes. The last error and what you can do about it stand in the back-office under Health.',
    ],
    rows: lines,
    notes: [
      ...(problems.some(({ key }) => key.startsWith('webhooks '))
        ? [
            'Is the webhook secret of the shop the one that the provider shows, and is the clock of its machine right? If both are, somebody else sent them, and nothing is lost.',
          ]
        : []),
      'You get no further mail about it until it is over.',
    ],
  })
}

export function problemsOverMail(sender: Sender, problems: Problem[]): FramedMail {
  const lines = problems.map(({ key, since }) => ({
    label: wordsFor(key).over,
    value: `after ${lengthOf(clock.now() - since.getTime())}`,
  }))
  return problemMail(sender, {
    heading: lines.length === 1 ? lines[0]!.label : `${lines.length} problems are over`,
    preheader: lines.map(({ label }) => label).join(', '),
    paragraphs: [],
    rows: lines,
    notes: [],
  })
}

type Words = Pick<MailContent, 'heading' | 'preheader' | 'paragraphs' | 'rows' | 'notes'>

function problemMail(sender: Sender, words: Words): FramedMail {
  return frame(sender, {
    ...words,
    subject: `${sender.shopName}: ${words.heading}`,
    button: { label: 'Open Health', url: `${sender.siteUrl}/admin/health` },
    reason: `You are an administrator of ${sender.shopName}.`,
  })
}

function wordsFor(key: ProblemKey): { failing: string; over: string } {
  const [kind, name = ''] = key.split(' ')
  const service = names[name] ?? name
  switch (kind) {
    case 'webhooks':
      return {
        failing: `Webhooks of ${service} are refused for a wrong signature`,
        over: `Webhooks of ${service} are accepted again`,
      }
    case 'disk':
      return {
        failing: `The disk of ${name} is nearly full`,
        over: `The disk of ${name} has room again`,
      }
    case 'backup':
      return {
        failing: 'No backup was made for two days',
        over: 'Backups are made again',
      }
    case 'job':
      return {
        failing: `Job ${name} failed for good`,
        over: `No failed job ${name} is left`,
      }
    default:
      return { failing: `${service} does not work`, over: `${service} answers again` }
  }
}
