/** The header's links, in order; the community chat lies outside the site and comes after them. */
export const siteLinks = [
  { to: '/', label: 'Home' },
  { to: '/store', label: 'Store' },
  { to: '/blog', label: 'Blog' },
  { to: '/faq', label: 'FAQ' },
] as const
