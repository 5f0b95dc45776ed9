import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { pathId, timestamp } from '#contract/wire/wire.ts'
import { seller } from './seller.ts'
import { faqTexts, landingTexts, legalName, promotionTexts, shown } from './text-pages.ts'

export const legalPage = z
  .object({
    name: legalName,
    version: z
      .int()
      .positive()
      .meta({ description: 'Increases each time the page’s text changes' }),
    since: timestamp.meta({ description: 'When this text was first published' }),
    current: z.boolean().meta({ description: 'It is the current version' }),
    sections: z.array(
      z.object({
        id: z.string(),
        title: z.string().nullable().meta({ description: 'Null for the first version' }),
        html: z.string().meta({ description: 'The text as sanitised HTML' }),
      }),
    ),
    seller: seller.nullable().meta({ description: 'Seller, as the law requires it on the page' }),
  })
  .meta({ id: 'LegalPage' })
export type LegalPage = z.input<typeof legalPage>

export const texts = {
  landing: endpoint({
    method: 'GET',
    path: '/texts/landing',
    who: 'anyone',
    summary: 'Read the landing page texts',
    cached: 'texts',
    result: shown(landingTexts),
  }),
  faq: endpoint({
    method: 'GET',
    path: '/texts/faq',
    who: 'anyone',
    summary: 'List the questions and answers',
    cached: 'texts',
    result: shown(faqTexts),
  }),
  promotion: endpoint({
    method: 'GET',
    path: '/texts/promotion',
    who: 'anyone',
    summary: 'Read the promotion page texts',
    description:
      'With the placeholders `{product}`, `{saving}` and `{reason}`, which depend on the link.',
    cached: 'texts',
    result: shown(promotionTexts),
  }),
  legal: endpoint({
    method: 'GET',
    path: '/legal/{name}',
    who: 'anyone',
    summary: 'Read the terms, the refund policy or the privacy policy',
    cached: 'texts',
    duringMaintenance: true,
    params: z.object({ name: legalName }),
    result: legalPage,
  }),
  legalVersion: endpoint({
    method: 'GET',
    path: '/legal/{name}/{version}',
    who: 'anyone',
    summary: 'Read an earlier version of a legal page',
    description: 'The exact text that customers accepted at the time.',
    cached: 'texts',
    duringMaintenance: true,
    params: z.object({ name: legalName, version: pathId }),
    result: legalPage,
    refusals: refusals({ unknown_legal_version: [404, 'This version of the page does not exist'] }),
  }),
}
