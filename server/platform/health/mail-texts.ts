import { isolated } from '#contract/wire/isolate.ts'
import { paymentProviderNames } from '#contract/wire/payment-provider.ts'
import { clock } from '#server/kernel/time/clock.ts'
import {
  type FramedMail,
  frame,
  type MailContent,
  type Sender,
} from '#server/platform/mail/frame.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { momentOf } from '#server/platform/mail/when.ts'
import type { ProblemKey } from './problems.ts'

export const problemsMail: Mail = { name: 'problems' }
export const problemsOverMail: Mail = { name: 'problems-over' }

const names: Record<string, string> = {
  ...paymentProviderNames,
  discord: 'Discord',
  announcements: 'The Discord channel for releases',
  captcha: 'The captcha service',
  vies: 'VIES, the EU’s VAT ID register',
  files: 'The file storage',
}

function lengthOf(milliseconds: number) {
  const minutes = Math.round(milliseconds / 60_000)
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}

type Problem = { key: ProblemKey; since: Date }

// Error messages are left out: they may contain an address or a key, and more people can read mail.
export function writeProblemsMail(sender: Sender, problems: Problem[]): FramedMail {
  const lines = problems.map(({ key, since }) => ({
    label: wordsFor(key).failing,
    value: `since ${momentOf(sender, since)}`,
  }))
  return problemMail(sender, {
    heading: lines.length === 1 ? lines[0]!.label : `${lines.length} problems need your attention`,
    preheader: lines.map(({ label }) => label).join(', '),
    paragraphs: [
      'This has lasted for several minutes. See Health in the back-office for the last error and how to fix it.',
    ],
    rows: lines,
    notes: [
      ...(problems.some(({ key }) => key.startsWith('webhooks '))
        ? [
            'Check that the shop’s webhook secret is the one that the provider shows, and that the clock of the shop’s machine is right. If both are, somebody else sent these requests, and nothing is lost.',
          ]
        : []),
      'You will not receive another email about this until it is resolved.',
    ],
  })
}

export function writeProblemsOverMail(sender: Sender, problems: Problem[]): FramedMail {
  const lines = problems.map(({ key, since }) => ({
    label: wordsFor(key).over,
    value: `after ${lengthOf(clock.now() - since.getTime())}`,
  }))
  return problemMail(sender, {
    heading: lines.length === 1 ? lines[0]!.label : `${lines.length} problems are resolved`,
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
    subject: isolated`${sender.shopName}: ${words.heading}`,
    button: { label: 'Open Health', url: `${sender.siteUrl}/admin/health` },
    reason: isolated`You are an administrator of ${sender.shopName}.`,
  })
}

function wordsFor(key: ProblemKey): { failing: string; over: string } {
  const [kind, name = ''] = key.split(' ')
  const service = names[name] ?? name
  switch (kind) {
    case 'webhooks':
      return {
        failing: `Webhooks from ${service} are refused because of wrong signatures`,
        over: `Webhooks from ${service} are accepted again`,
      }
    case 'disk':
      return {
        failing: isolated`The disk of ${name} is almost full`,
        over: isolated`The disk of ${name} has enough space again`,
      }
    case 'backup':
      return {
        failing: 'No backup in the last two days',
        over: 'Backups are running again',
      }
    case 'job':
      return {
        failing: isolated`Job ${name} failed permanently`,
        over: isolated`Job ${name} has no failed runs left`,
      }
    default:
      return { failing: `${service} is not responding correctly`, over: `${service} works again` }
  }
}
