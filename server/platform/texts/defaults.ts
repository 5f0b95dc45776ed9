import { captchaNames } from '#contract/platform/captcha-names.ts'
import { isMailText } from '#contract/platform/mail-texts.ts'
import type { TextName, TextsOf } from '#contract/platform/text-pages.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { writtenMail } from './declared-mails.ts'
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

/** Returns the default texts of a page. */
export function defaultsOf<Name extends TextName>(name: Name, used: Used): TextsOf<Name> {
  if (isMailText(name)) return writtenMail(name).words as TextsOf<Name>
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

const landingOf = ({ config }: Used) =>
  config.sandbox ? { ...landing, testimonials: demoTestimonials } : landing
