import type { PromotionTexts } from '#contract/platform/text-pages.ts'

export const promotion: PromotionTexts = {
  title: 'Pick a plan and play.',
  lead: 'One subscription per game, for as long as you play it. Your loader is built for you alone.',
  access: 'Get Access Now',
  store: 'Browse Store',
  plans: 'Plans of {product}',
  code_label: 'Your discount code',
  code_counts: 'Saves {saving} on {term} of {product}. We enter it for you at checkout.',
  code_refused: '{reason}. The plans below are without it.',
  code_unchecked: 'We could not look it up just now. The checkout tells you what it saves.',
  referral_label: 'Your invitation',
  referral_note: 'Saved. It is filled in when you sign up.',
}
