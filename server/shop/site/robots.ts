/** Crawlers must not fetch the back-office and URLs that are not pages. */
const uncrawled = ['/admin', '/api/', '/preview/']

/**
 * Pages of one visitor, whose URL may contain a token or a code. Crawlers may fetch them, because a
 * search engine can list the URL of a page that it may not fetch.
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

/** Returns whether search engines are asked not to list this page. */
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
