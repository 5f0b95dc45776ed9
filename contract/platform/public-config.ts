import type { Currency } from '#contract/wire/currency.ts'
import type { PublicBrand } from './brand.ts'
import type { Seller } from './seller.ts'
import type { FooterTexts } from './text-pages.ts'

/** The captcha widget of the page. External providers use the store's site key. */
export type CaptchaPage =
  | { kind: 'altcha' }
  | { kind: 'recaptcha' | 'hcaptcha' | 'turnstile'; siteKey: string }

/** Sign-ups are open to anyone, to people with a customer's referral code, or to nobody. */
export type Registration = 'open' | 'by_referral' | 'closed'

/** The configuration that every visitor's browser receives. It is the same for all visitors. */
export type PublicConfig = {
  /** The product's name, as in the loader's file name. */
  shopName: string
  brand: PublicBrand
  footer: FooterTexts
  /** The seller's details for the page footer, or null if not set. */
  seller: Seller | null
  /** The current versions of the terms and the refund policy. */
  legalVersions: { terms: number; refunds: number }
  /** The currency that the shop sells in. */
  currency: Currency
  /** The time zone for dates if the visitor's time zone is not known. */
  timeZone: string
  /** Origin of the site, without a trailing slash. */
  siteUrl: string
  /** Another base for the API, without a trailing slash; null means `/api` on this host. */
  apiUrl: string | null
  /** The address of the community chat, or null if the store has none. */
  communityUrl: string | null
  registration: Registration
  /** The shop is open to visitors. Before that, only the operator who sets it up has access. */
  opened: boolean
  /** Only in test mode: the base URL of the sandbox's pages. */
  sandbox: { url: string } | null
  captcha: CaptchaPage
  /** Null if the store does not accept cards. */
  stripe: { publishableKey: string; scriptUrl: string } | null
  /** The store accepts crypto payments. */
  crypto: boolean
  /**
   * The shop can send mail. Without mail, users can neither verify an address nor reset a password.
   */
  mail: boolean
  /** Discord accounts can be linked. */
  discord: boolean
}
