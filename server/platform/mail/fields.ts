import type { MailField } from '#contract/platform/mail-texts.ts'

export const recipient = { username: 'account name' }

export const line = (label: string, more: Partial<MailField> = {}): MailField => ({
  label,
  most: 200,
  ...more,
})

export const paragraphs = (label: string, more: Partial<MailField> = {}): MailField => ({
  label,
  most: 3000,
  lines: 3,
  ...more,
})

export const top = {
  subject: line('Subject'),
  preheader: line('Preview text', { hint: 'Mailboxes show it after the subject.' }),
  heading: line('Heading'),
}
export const text = paragraphs('Text', { lines: 5, hint: 'Each line becomes a paragraph.' })
export const button = line('Button', { most: 60, hint: 'The shop adds the link.' })
export const end = {
  notes: paragraphs('Small print', { optional: true }),
  reason: line('Reason for this email'),
}
