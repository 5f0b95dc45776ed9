import * as z from 'zod'
import { entries, linkAddress, optionalWords, prose, words } from '#contract/wire/text-fields.ts'
import { readFilmAddress } from './film.ts'
import { type MailTextName, mailTextName } from './mail-texts.ts'

const titled = z.strictObject({ title: words(80), text: prose(600) })
const asked = z.strictObject({ question: words(200), answer: prose(2000) })

/** An empty text means no video. */
const filmAddress = z
  .string()
  .trim()
  .max(500, 'At most 500 characters')
  .refine(
    (address) => address === '' || readFilmAddress(address) !== null,
    'Enter the URL of a YouTube or Vimeo video, or of an .mp4 or .webm file that begins with https://',
  )

export const landingTexts = z.strictObject({
  description: words(200),
  title: words(80),
  lead: prose(400),
  access: words(40),
  store: words(40),
  film_shown: z.boolean(),
  film_address: filmAddress,
  film_title: words(80),
  film_lead: optionalWords(200),
  features_title: words(80),
  features: entries(titled, 6),
  steps_title: words(80),
  steps: entries(titled, 6),
  pricing_title: words(80, ['shop', 'product']),
  pricing_lead: prose(400, ['shop', 'product']),
  testimonials_title: words(80),
  testimonials: entries(
    z.strictObject({
      quote: prose(600),
      name: words(60),
      product: optionalWords(80),
      since: optionalWords(60),
    }),
    9,
  ),
  questions_title: words(80),
  questions_more: words(80),
  questions: entries(asked, 12),
  final_title: words(80),
  final_lead: prose(300),
})
export type LandingTexts = z.output<typeof landingTexts>

export const faqTexts = z.strictObject({
  lead: prose(300),
  questions: entries(
    asked.extend({
      category: words(30),
      link_label: optionalWords(60),
      link_to: z.union([z.literal(''), linkAddress]),
    }),
    100,
  ),
  support_title: words(80),
  support_text: prose(300),
})
export type FaqTexts = z.output<typeof faqTexts>

export const promotionTexts = z.strictObject({
  title: words(80),
  lead: prose(400),
  access: words(40),
  store: words(40),
  plans: words(80, ['shop', 'product']),
  code_label: words(60),
  code_counts: prose(300, ['shop', 'saving', 'term', 'product']),
  code_refused: prose(300, ['shop', 'reason']),
  code_unchecked: prose(300),
  referral_label: words(60),
  referral_note: prose(300),
})
export type PromotionTexts = z.output<typeof promotionTexts>

export const footerTexts = z.strictObject({
  tagline: optionalWords(160),
  links: entries(z.strictObject({ label: words(40), to: linkAddress }), 12),
})
export type FooterTexts = z.output<typeof footerTexts>

/** The placeholders that a legal text may contain: the shop's name and the seller's details. */
export const legalPlaceholders = ['shop', 'site', 'seller', 'address', 'contact'] as const

export const legalTexts = z.strictObject({ body: prose(60_000, legalPlaceholders) })
export type LegalTexts = z.output<typeof legalTexts>

export const legalNames = ['terms', 'refunds', 'privacy'] as const
export const legalName = z.enum(legalNames)
export type LegalName = z.output<typeof legalName>

/** The texts that staff can edit, by page. */
export const textPages = {
  landing: landingTexts,
  faq: faqTexts,
  promotion: promotionTexts,
  footer: footerTexts,
  terms: legalTexts,
  refunds: legalTexts,
  privacy: legalTexts,
} as const

export const pageName = z.enum(
  Object.keys(textPages) as [keyof typeof textPages, ...(keyof typeof textPages)[]],
)
export type PageName = z.output<typeof pageName>
export type TextsOf<Name extends PageName> = z.output<(typeof textPages)[Name]>

export const textName = z.union([pageName, mailTextName])
export type TextName = z.output<typeof textName>

export const isMailText = (name: TextName): name is MailTextName => name.startsWith('mail-')

/** Legally binding texts, which the operator must read and accept before the shop opens. */
export const textsToAccept = [...legalNames, 'faq', 'footer'] as const satisfies PageName[]

/**
 * Whether a text was never accepted. Publishing it for the first time accepts it, even if
 * unchanged.
 */
export const awaitsAcceptance = ({ name, version }: { name: TextName; version: number }) =>
  version === 0 && (textsToAccept as readonly TextName[]).includes(name)

export const isLegal = (name: string): name is LegalName =>
  (legalNames as readonly string[]).includes(name)

/**
 * The schema of a page's texts as visitors receive them. Filled-in placeholders may exceed the
 * length limits of the editor.
 */
export function shown<S extends z.ZodObject>(page: S): z.ZodType<z.output<S>, z.output<S>> {
  return loose(page) as never
}

function loose(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>)
    return z.object(Object.fromEntries(fields.map(([name, field]) => [name, loose(field)])))
  }
  if (schema instanceof z.ZodArray) return z.array(loose(schema.element as z.ZodType))
  return schema instanceof z.ZodBoolean ? z.boolean() : z.string()
}
