import type { Rerender, Rerenders } from '#server/platform/mail/rerender.ts'
import { mailPrice, type PriceMail } from './mail.ts'

const written =
  (template: PriceMail): Rerender =>
  (db, sender, { about }, again) =>
    mailPrice(db, sender, Number(about.renewal_price), template, again)

export const priceChangeMails = {
  'renewal-price': written('renewal-price'),
  'renewal-price-lower': written('renewal-price-lower'),
  'renewal-price-off': written('renewal-price-off'),
} satisfies Rerenders
