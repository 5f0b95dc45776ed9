import type { PublicBrand } from './brand.ts'
import type { Currency } from './currency.ts'
import type { Seller } from './seller.ts'
import type { FooterTexts } from './text-pages.ts'

/** Which widget tells people from programs; those of a provider go by the store's key there. */
export type CaptchaPage =
  | { kind: 'altcha' }
  | { kind: 'recaptcha' | 'hcaptcha' | 'turnstile'; siteKey: string }

/** Who may create an account: anybody, people with a customer's referral code, or nobody. */
export type Registration = 'open' | 'by_referral' | 'closed'

/** What the server tells every visitor's browser; nothing in it depends on who asks. */
export type PublicConfig = {
  /** The product's name, as in the loader's file name. */
  shopName: string
  brand: PublicBrand
  footer: FooterTexts
  /** Who sells, for the foot of every page; null when nobody said. */
  seller: Seller | null
  /** The editions of the terms and the refund policy that count now. */
  editions: { terms: number; refunds: number }
  /** What the shop sells in. */
  currency: Currency
  /** In which days are told where the reader's own is not known. */
  timeZone: string
  /** Origin of the site, without a trailing slash. */
  siteUrl: string
  /** Another base for the API, without a trailing slash; null means `/api` on this host. */
  apiUrl: string | null
  /** Where the community chat is; null when the store has none. */
  communityUrl: string | null
  registration: Registration
  /** Visitors have been let in; before that only who sets the shop up gets further. */
  opened: boolean
  /** Present only in test mode: the base of the sandbox's pages. */
  sandbox: { url: string } | null
  captcha: CaptchaPage
  /** Null when the store takes no cards. */
  stripe: { publishableKey: string; scriptUrl: string } | null
  /** The store takes crypto payments. */
  crypto: boolean
  /** Mail goes out: without it nobody can verify an address or choose a new password. */
  mail: boolean
  /** Discord accounts can be linked. */
  discord: boolean
}
