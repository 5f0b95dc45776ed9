import type { MailText } from '#contract/mail-text-fields.ts'
import { type MailTextName, mailTexts } from '#contract/mail-texts.ts'
import type { TextName } from '#contract/text-pages.ts'

type Line = {
  name: string
  label: string
  hint?: string
  /** How many characters, where a browser can hold to it. */
  most: number
  lines?: number
}

/** A list of entries, each of which is such texts; the first names it. */
type List = {
  name: string
  label: string
  hint?: string
  /** What one is called: `feature`. */
  entry: string
  most: number
  fields: readonly Line[]
}

export type Field =
  | ({ kind: 'line' | 'markdown' } & Line)
  | { kind: 'switch'; name: string; label: string; hint: string }
  | ({ kind: 'list' } & List)
export type ListOf = Extract<Field, { kind: 'list' }>

export type Group = { title: string; fields: readonly Field[] }

type TextPage = {
  title: string
  /** What it is and where it is read. */
  detail: string
  /** Where visitors read it. */
  to: string
  kind: 'page' | 'legal' | 'mail'
  /** What stands in for it where it is read. */
  placeholders: Readonly<Record<string, string>>
  groups: readonly Group[]
}

const line = (name: string, label: string, most: number, more: Partial<Line> = {}) =>
  ({ kind: 'line', name, label, most, ...more }) as const

const several = (name: string, label: string, most: number, lines = 3, hint?: string) =>
  ({ kind: 'line', name, label, most, lines, ...(hint && { hint }) }) as const

const title: Line = { name: 'title', label: 'Title', most: 80 }
const text: Line = { name: 'text', label: 'Text', most: 600, lines: 3 }
const asked: readonly Line[] = [
  { name: 'question', label: 'Question', most: 200 },
  { name: 'answer', label: 'Answer', most: 2000, lines: 4 },
]

const shop = { shop: 'the name of the shop' }

const legal = (name: string, detail: string): TextPage => ({
  title: name,
  detail,
  to: '',
  kind: 'legal',
  placeholders: {
    ...shop,
    site: 'its address on the web',
    seller: 'who sells',
    address: 'the postal address',
    contact: 'the email address for customers',
  },
  groups: [
    {
      title: 'Text',
      fields: [{ kind: 'markdown', name: 'body', label: 'Text', most: 60_000 }],
    },
  ],
})

function mail({ title, detail, placeholders, fields }: MailText): TextPage {
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
      { title: 'In the mailbox', fields: all.filter(inList) },
      { title: 'In the mail', fields: all.filter((field) => !inList(field)) },
    ],
  }
}

const mails = Object.fromEntries(
  Object.entries<MailText>(mailTexts).map(([name, about]) => [name, mail(about)]),
) as Record<MailTextName, TextPage>

/** What can be written, in the order of the list, and what its editor asks for. */
export const textPages: Record<TextName, TextPage> = {
  landing: {
    title: 'Landing page',
    detail: 'What everybody sees first.',
    to: '/',
    kind: 'page',
    placeholders: shop,
    groups: [
      {
        title: 'Hero',
        fields: [
          line('title', 'Headline', 80),
          several('lead', 'Below it', 400),
          line('access', 'Button to sign up', 40),
          line('store', 'Button to the store', 40),
          line('description', 'For search engines', 200, {
            hint: 'What a list of results shows below the name.',
          }),
        ],
      },
      {
        title: 'Video',
        fields: [
          {
            kind: 'switch',
            name: 'film_shown',
            label: 'Show the video',
            hint: 'It is about Counter-Strike 2 and shows while that is on sale.',
          },
          line('film_title', 'Heading', 80),
          line('film_lead', 'Below it', 200),
        ],
      },
      {
        title: 'Features',
        fields: [
          line('features_title', 'Heading of the features', 80),
          {
            kind: 'list',
            name: 'features',
            label: 'Features',
            hint: 'Three look best. Without any the part is left out.',
            entry: 'feature',
            most: 6,
            fields: [title, text],
          },
        ],
      },
      {
        title: 'Steps',
        fields: [
          line('steps_title', 'Heading of the steps', 80),
          {
            kind: 'list',
            name: 'steps',
            label: 'Steps',
            entry: 'step',
            most: 6,
            fields: [title, { ...text, lines: 2 }],
          },
        ],
      },
      {
        title: 'Plans',
        fields: [
          line('pricing_title', 'Heading of the plans', 80),
          several('pricing_lead', 'Above the plans', 400, 3, '{product} is the featured product.'),
        ],
      },
      {
        title: 'Testimonials',
        fields: [
          line('testimonials_title', 'Heading of the testimonials', 80),
          {
            kind: 'list',
            name: 'testimonials',
            label: 'Testimonials',
            hint: 'Only what customers really said. One about a product shows while that is on sale.',
            entry: 'testimonial',
            most: 9,
            fields: [
              { name: 'quote', label: 'What they said', most: 600, lines: 3 },
              { name: 'name', label: 'Name', most: 60 },
              {
                name: 'product',
                label: 'Product',
                most: 80,
                hint: 'Its name in the store; empty for none.',
              },
              { name: 'since', label: 'Customer for', most: 60 },
            ],
          },
        ],
      },
      {
        title: 'Questions',
        fields: [
          line('questions_title', 'Heading of the questions', 80),
          line('questions_more', 'Link to the FAQ', 80),
          {
            kind: 'list',
            name: 'questions',
            label: 'Questions',
            entry: 'question',
            most: 12,
            fields: asked,
          },
        ],
      },
      {
        title: 'At the end',
        fields: [
          line('final_title', 'Last heading', 80),
          several('final_lead', 'Last words', 300, 2),
        ],
      },
    ],
  },
  faq: {
    title: 'FAQ',
    detail: 'Questions and answers, by category.',
    to: '/faq',
    kind: 'page',
    placeholders: shop,
    groups: [
      { title: 'Top', fields: [several('lead', 'Below the heading', 300, 2)] },
      {
        title: 'Questions and answers',
        fields: [
          {
            kind: 'list',
            name: 'questions',
            label: 'Questions and answers',
            hint: 'Categories are offered in the order in which they first appear.',
            entry: 'question',
            most: 100,
            fields: [
              ...asked,
              { name: 'category', label: 'Category', most: 30 },
              { name: 'link_label', label: 'Words of a link', most: 60 },
              {
                name: 'link_to',
                label: 'Where it leads',
                most: 500,
                hint: 'Such as /store, https://… or mailto:…; empty for no link.',
              },
            ],
          },
        ],
      },
      {
        title: 'Beside them',
        fields: [
          line('support_title', 'Heading', 80),
          several('support_text', 'Above the button to support', 300),
        ],
      },
    ],
  },
  promotion: {
    title: 'Promotion page',
    detail: 'Where links with a discount code or an invitation lead.',
    to: '/campaign',
    kind: 'page',
    placeholders: shop,
    groups: [
      {
        title: 'Top',
        fields: [
          line('title', 'Headline', 80),
          several('lead', 'Below it', 400),
          line('access', 'Button to sign up', 40),
          line('store', 'Button to the store', 40),
          line('plans', 'Heading of the plans', 80, { hint: '{product} is the product.' }),
        ],
      },
      {
        title: 'A discount code',
        fields: [
          line('code_label', 'Above the code', 60),
          several('code_counts', 'When it counts', 300, 2, '{saving} and {product} are put in.'),
          several('code_refused', 'When it does not', 300, 2, '{reason} is put in.'),
          several('code_unchecked', 'When it could not be looked up', 300, 2),
        ],
      },
      {
        title: 'An invitation',
        fields: [
          line('referral_label', 'Above the invitation', 60),
          several('referral_note', 'Below it', 300, 2),
        ],
      },
    ],
  },
  footer: {
    title: 'Footer',
    detail: 'At the end of every page.',
    to: '/',
    kind: 'page',
    placeholders: shop,
    groups: [
      {
        title: 'Footer',
        fields: [
          line('tagline', 'Below the name', 160),
          {
            kind: 'list',
            name: 'links',
            label: 'Links',
            hint: 'The community chat, where there is one, and the legal pages come after these by themselves.',
            entry: 'link',
            most: 12,
            fields: [
              { name: 'label', label: 'Words', most: 40 },
              {
                name: 'to',
                label: 'Address',
                most: 500,
                hint: 'Such as /store, https://… or mailto:…',
              },
            ],
          },
        ],
      },
    ],
  },
  terms: { ...legal('Terms of Service', 'Accepted at sign-up and at checkout.'), to: '/terms' },
  refunds: { ...legal('Refund Policy', 'Accepted at checkout.'), to: '/refunds' },
  privacy: {
    ...legal(
      'Privacy Policy',
      'The one that the shop comes with follows the services that are set up.',
    ),
    to: '/privacy',
  },
  ...mails,
}
