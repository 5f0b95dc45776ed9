import type { FooterTexts } from '#contract/text-pages.ts'

/** The community chat, where the shop has one, and the legal pages come after these by themselves. */
export const footer: FooterTexts = {
  tagline: 'Subscriptions for the games you play.',
  links: [
    { label: 'Store', to: '/store' },
    { label: 'Blog', to: '/blog' },
    { label: 'Status', to: '/status' },
    { label: 'FAQ', to: '/faq' },
  ],
}
