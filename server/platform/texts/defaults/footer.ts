import type { FooterTexts } from '#contract/platform/text-pages.ts'

/** The page appends support, the community chat, if the shop has one, and the legal pages. */
export const footer: FooterTexts = {
  tagline: 'Subscriptions for the games you play.',
  links: [
    { label: 'Store', to: '/store' },
    { label: 'Blog', to: '/blog' },
    { label: 'Status', to: '/status' },
    { label: 'FAQ', to: '/faq' },
  ],
}
