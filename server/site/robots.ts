/** Crawlers do not fetch these: the pages of staff, and what is no page. */
const uncrawled = ['/admin', '/api/', '/preview/']

/**
 * Pages of one visitor, whose address may carry a token or a code. Crawlers may fetch them, since a
 * page that is closed to crawlers can be indexed by its address alone.
 */
const unindexed = [
  'cart',
  'checkout',
  'crypto-payment',
  'dashboard',
  'discord',
  'forgot-password',
  'link',
  'login',
  'orders',
  'payout',
  'reset-password',
  'setup',
  'stop-renewal',
  'unsubscribe',
  'verify-email',
]

/** Whether search engines are asked not to list this page. */
export const isUnindexed = (pathname: string) =>
  unindexed.includes(
    pathname
      .split('/')[1]!
      .replace(/\.data$/, '')
      .toLowerCase(),
  )

export function robots(siteUrl: string): string {
  const lines = uncrawled.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...lines, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n')
}
