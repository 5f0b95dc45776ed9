/** The header's links, in order. The external community chat comes after them. */
export const siteLinks = [
  { to: '/', label: 'Home' },
  { to: '/store', label: 'Store' },
  { to: '/blog', label: 'Blog' },
  { to: '/faq', label: 'FAQ' },
] as const
