import type * as z from 'zod'
import { type MailText, schemaOfMail } from '#contract/platform/mail-texts.ts'
import {
  type PageName,
  textPages as pageSchemas,
  type TextName,
} from '#contract/platform/text-pages.ts'
import { faq } from './faq-page.ts'
import { type Line, line, shop, type TextPage } from './fields.ts'
import { footer } from './footer-page.ts'
import { landing } from './landing-page.ts'
import { promotion } from './promotion-page.ts'

const legal = (name: string, detail: string): TextPage => ({
  title: name,
  detail,
  to: '',
  kind: 'legal',
  placeholders: {
    ...shop,
    site: 'shop URL',
    seller: 'seller’s name',
    address: 'seller’s postal address',
    contact: 'contact email address',
  },
  groups: [
    {
      title: 'Text',
      fields: [{ kind: 'markdown', name: 'body', label: 'Text', most: 60_000 }],
    },
  ],
})

function mailPage({ title, detail, placeholders, fields }: MailText): TextPage {
  const all = Object.entries(fields).map(([name, { label, hint, most, lines }]) =>
    line(name, label, most, { ...(hint && { hint }), ...(lines && { lines }) }),
  )
  const inList = ({ name }: Line) => /^(subject|preheader)/.test(name)
  return {
    title,
    detail,
    to: '',
    kind: 'mail',
    placeholders: { ...shop, ...placeholders },
    groups: [
      { title: 'Inbox preview', fields: all.filter(inList) },
      { title: 'Email content', fields: all.filter((field) => !inList(field)) },
    ],
  }
}

/** The editable texts of pages, and the fields of their editors. */
export const textPages: Record<PageName, TextPage> = {
  landing,
  faq,
  promotion,
  footer,
  terms: { ...legal('Terms of Service', 'Accepted at sign-up and at checkout.'), to: '/terms' },
  refunds: { ...legal('Refund Policy', 'Accepted at checkout.'), to: '/refunds' },
  privacy: {
    ...legal('Privacy Policy', 'The default text adapts to the services that are set up.'),
    to: '/privacy',
  },
}

/** A text. The server describes it if it belongs to a mail. */
type Described = { name: TextName; mail: MailText | null }

export const textPageOf = ({ name, mail }: Described): TextPage =>
  mail ? mailPage(mail) : textPages[name as PageName]

export const schemaOf = ({ name, mail }: Described): z.ZodObject =>
  mail ? schemaOfMail(mail) : pageSchemas[name as PageName]
