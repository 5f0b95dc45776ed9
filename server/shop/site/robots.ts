/** Crawlers must not fetch the back-office and URLs that are not pages. */
const uncrawled = ['/admin', '/api/', '/preview/']

/** Crawlers may fetch these: engines could still list a blocked URL, which may hold a token. */
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
