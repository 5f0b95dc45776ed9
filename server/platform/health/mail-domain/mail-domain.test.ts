import { expect, test } from 'vitest'
import { health } from '#contract/platform/health.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { openDnsServer } from '../testing/dns-server.ts'

const dns = await fileFixture(openDnsServer())
const shop = await fileFixture(
  openTestShop({
    env: { SMTP_URL: 'smtps://u:p@mail.host.example', MAIL_FROM: 'Shop <a@b.example>' },
  }),
)
const admin = await signIn(shop.app, { admin: true })

let domains = 0
type Given = {
  records?: (domain: string) => Record<string, string[]>
  selectors?: string[]
  below?: string
}

/** Checks a new domain each time, as results are cached for a while. */
async function look({ records = () => ({}), selectors = [], below = '' }: Given = {}) {
  domains += 1
  const domain = `${below}shop${domains}.example`
  Object.assign(dns.records, { [domain]: ['some-site-verification=1'] }, records(domain))
  Object.assign(shop.shop.config, { dnsServer: dns.address, dkimSelectors: selectors })
  shop.shop.config.keys.mail!.MAIL_FROM = `Night Forge <hello@${domain.toUpperCase()}>`
  const { body } = await shop.call(health.mailDomain, {}, admin)
  expect(body.domain).toBe(domain)
  const [spf, dkim, dmarc] = body.checks
  return { domain, spf: spf!, dkim: dkim!, dmarc: dmarc! }
}

const key = `v=DKIM1; k=rsa; p=${'A'.repeat(400)}`

test('a domain with all three records passes, and they are shown in full', async () => {
  const { spf, dkim, dmarc, domain } = await look({
    records: (domain) => ({
      [domain]: ['v=spf1 include:_spf.provider.example -all', 'other=1'],
      [`google._domainkey.${domain}`]: [key],
      [`_dmarc.${domain}`]: ['v=DMARC1; p=reject; rua=mailto:x@y.example'],
    }),
  })
  expect([spf.state, dkim.state, dmarc.state]).toEqual(['good', 'good', 'good'])
  expect(spf.records).toEqual(['v=spf1 include:_spf.provider.example -all'])
  expect(dkim.records).toEqual([key])
  expect(dkim.says).toContain(`google._domainkey.${domain}`)
  expect(dmarc.says).toBe('Mail that is not from you is refused (p=reject).')
})

test('reports a missing record with the record to add', async () => {
  const { spf, dkim, dmarc, domain } = await look()
  expect([spf.state, dkim.state, dmarc.state]).toEqual(['missing', 'missing', 'missing'])
  expect(spf.add).toEqual({ name: domain, value: 'v=spf1 a:mail.host.example ~all' })
  expect(dkim.says).toContain(`The name of the record ends in ._domainkey.${domain}`)
  expect(dmarc.add).toEqual({
    name: `_dmarc.${domain}`,
    value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
  })
})

test.each([
  ['two', ['v=spf1 -all', 'v=spf1 mx -all'], 'There are 2 SPF records'],
  ['everybody', ['v=spf1 +all'], 'It lets any server send mail'],
  ['no end', ['v=spf1 mx'], 'It has no rule for all other servers'],
  [
    'too much to ask',
    [`v=spf1 ${Array.from({ length: 11 }, (_, n) => `include:n${n}.example`).join(' ')} -all`],
    'It takes more than 10 DNS lookups',
  ],
] as const)(
  'an SPF record that does not work is reported with the reason: %s',
  async (_, records, says) => {
    const { spf } = await look({ records: (domain) => ({ [domain]: [...records] }) })
    expect(spf).toMatchObject({ state: 'wrong', says: expect.stringContaining(says), records })
  },
)

test('finds a DKIM key with a custom name by DKIM_SELECTOR, and otherwise reports it as missing', async () => {
  const records = (domain: string) => ({ [`x2026._domainkey.${domain}`]: [key] })
  expect((await look({ records })).dkim).toMatchObject({
    state: 'unknown',
    says: expect.stringContaining('set DKIM_SELECTOR'),
  })
  expect((await look({ records, selectors: ['x2026'] })).dkim.state).toBe('good')
  const { dkim, domain } = await look({ records, selectors: ['x2026', 'y2026'] })
  expect(dkim.state).toBe('missing')
  expect(dkim.says).toContain(`There is no key at y2026._domainkey.${domain}.`)
})

test('reports a revoked DKIM key', async () => {
  const records = (domain: string) => ({ [`mail._domainkey.${domain}`]: ['v=DKIM1; p='] })
  expect((await look({ records })).dkim).toMatchObject({ state: 'wrong', records: ['v=DKIM1; p='] })
})

test('a DMARC record of the parent counts, with its policy for subdomains', async () => {
  const records = (domain: string) => ({
    [`_dmarc.${domain.slice('mail.'.length)}`]: ['v=DMARC1; p=reject; sp=none'],
  })
  const { dmarc, domain } = await look({ records, below: 'mail.' })
  expect(dmarc.state).toBe('good')
  expect(dmarc.says).toContain('does not protect the domain yet (p=none)')
  expect(dmarc.says).toContain(`The policy is inherited from ${domain.slice(5)}.`)
  const none = await look({ records: (domain) => ({ [`_dmarc.${domain}`]: ['v=DMARC1; rua=x'] }) })
  expect(none.dmarc.state).toBe('wrong')
})

test('looks records up once for concurrent readers, and again soon if one is missing', async () => {
  const { domain } = await look()
  expect(dns.asked()).toContain(`_dmarc.${domain}`)
  const again = await shop.call(health.mailDomain, {}, admin)
  expect(again.body.domain).toBe(domain)
  expect(dns.asked()).toEqual([])
})

test('mail that stays on this machine has no domain to check', async () => {
  for (const from of ['shop@localhost', 'Shop <shop@[127.0.0.1]>', 'shop@127.0.0.1']) {
    shop.shop.config.keys.mail!.MAIL_FROM = from
    const { body } = await shop.call(health.mailDomain, {}, admin)
    expect(body).toEqual({ domain: null, checks: [] })
  }
})

test('an unresponsive DNS server is no finding', async () => {
  await dns.whileSilent(async () => {
    const { spf, dkim, dmarc } = await look()
    for (const check of [spf, dkim, dmarc]) {
      expect(check).toMatchObject({
        state: 'unknown',
        says: expect.stringContaining('did not respond'),
      })
    }
  })
})
