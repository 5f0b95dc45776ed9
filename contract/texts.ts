import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { refusals } from './refusals.ts'
import { seller } from './seller.ts'
import { faqTexts, landingTexts, legalName, promotionTexts, shown } from './text-pages.ts'
import { pathId, timestamp } from './wire.ts'

export const legalPage = z
  .object({
    name: legalName,
    edition: z
      .int()
      .positive()
      .meta({ description: 'Counts the texts that the page has had, word for word' }),
    since: timestamp.meta({ description: 'When this text was first shown' }),
    current: z.boolean().meta({ description: 'It is the one in force' }),
    sections: z.array(
      z.object({
        id: z.string(),
        title: z.string().nullable().meta({ description: 'Null: what comes before the first' }),
        html: z.string().meta({ description: 'Rendered and sanitised' }),
      }),
    ),
    seller: seller.nullable().meta({ description: 'Who sells, as the law wants it shown' }),
  })
  .meta({ id: 'LegalPage' })
export type LegalPage = z.input<typeof legalPage>

export const texts = {
  landing: endpoint({
    method: 'GET',
    path: '/texts/landing',
    who: 'anyone',
    summary: 'The words of the landing page',
    cached: 'settings',
    result: shown(landingTexts),
  }),
  faq: endpoint({
    method: 'GET',
    path: '/texts/faq',
    who: 'anyone',
    summary: 'Questions and answers',
    cached: 'settings',
    result: shown(faqTexts),
  }),
  promotion: endpoint({
    method: 'GET',
    path: '/texts/promotion',
    who: 'anyone',
    summary: 'The words of the promotion page',
    description:
      'With `{product}`, `{saving}` and `{reason}` where what the link brought is to be put in.',
    cached: 'settings',
    result: shown(promotionTexts),
  }),
  legal: endpoint({
    method: 'GET',
    path: '/legal/{name}',
    who: 'anyone',
    summary: 'Read the terms, the refund policy or the privacy policy',
    cached: 'settings',
    duringMaintenance: true,
    params: z.object({ name: legalName }),
    result: legalPage,
  }),
  edition: endpoint({
    method: 'GET',
    path: '/legal/{name}/{edition}',
    who: 'anyone',
    summary: 'Read a former edition of a legal page',
    description: 'Word for word, as whoever accepted it had it before them.',
    duringMaintenance: true,
    params: z.object({ name: legalName, edition: pathId }),
    result: legalPage,
    refusals: refusals({ unknown_edition: [404, 'There is no such edition'] }),
  }),
}
