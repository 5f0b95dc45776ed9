/** What belongs to one visitor or to programs, and has nothing to be found. */
const closed = [
  '/admin',
  '/api/',
  '/cart',
  '/checkout',
  '/crypto-payment',
  '/dashboard',
  '/discord',
  '/preview/',
  '/reset-password',
  '/verify-email',
]

export function robots(siteUrl: string): string {
  const lines = closed.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...lines, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n')
}
