import type * as z from 'zod'
import { captchaNames } from '#contract/platform/captcha-names.ts'
import {
  isMailText,
  type PageName,
  type TextName,
  type TextsOf,
  textPages,
} from '#contract/platform/text-pages.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import type { Kept } from './content.ts'
import { getWrittenMail } from './declared-mails.ts'
import { faq } from './defaults/faq.ts'
import { footer } from './defaults/footer.ts'
import { demoTestimonials, landing } from './defaults/landing.ts'
import { privacy } from './defaults/privacy.ts'
import { promotion } from './defaults/promotion.ts'
import { refunds } from './defaults/refunds.ts'
import { terms } from './defaults/terms.ts'

/** The defaults depend on the mode, and on the services that the privacy policy describes. */
export type Used = Pick<PlatformShop, 'config' | 'card' | 'crypto' | 'captcha'>

const fixed = { faq, promotion, footer, terms, refunds }

export function defaultsOf<Name extends PageName>(name: Name, used: Used): TextsOf<Name> {
  if (name === 'landing') return landingOf(used) as TextsOf<Name>
  if (name !== 'privacy') return fixed[name as keyof typeof fixed] as TextsOf<Name>
  const { kind } = used.captcha.page
  return privacy({
    card: used.card !== null,
    nowpayments: used.crypto.nowpayments !== null,
    btcpay: used.crypto.btcpay !== null,
    captcha: kind === 'altcha' ? null : captchaNames[kind],
  }) as TextsOf<Name>
}

/** Returns the schema and the defaults of a text. Throws `unknown_text`. */
export function getTextShape(name: TextName, used: Used): { schema: z.ZodObject; defaults: Kept } {
  if (!isMailText(name)) return { schema: textPages[name], defaults: defaultsOf(name, used) }
  const { schema, words } = getWrittenMail(name)
  return { schema, defaults: words }
}

const landingOf = ({ config }: Used) =>
  config.sandbox ? { ...landing, testimonials: demoTestimonials } : landing
