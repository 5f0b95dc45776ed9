import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { MailCheck } from '#contract/platform/health.ts'
import { parseSender } from '#contract/wire/email-address.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { judgeDkim } from './dkim.ts'
import { judgeDmarc } from './dmarc.ts'
import { type LookUp, unanswered } from './judged.ts'
import { judgeSpf } from './spf.ts'

type Answer = { domain: string | null; checks: MailCheck[] }

/** The timeout of a DNS query, in milliseconds. Each query is tried twice. */
const answerWithin = 1500

const kept = new LRUCache<string, Promise<Answer>>({ max: 10, ttl: 60_000 })

/** Checks the DNS records of the domain that the shop sends from, at most once a minute. */
export async function checkMailDomain({
  config,
  services,
}: Pick<PlatformShop, 'config' | 'services'>): Promise<Answer> {
  const keys = config.keys.mail ?? (config.sandbox ? null : services.stored().keys.mail)
  const domain = keys && domainOf(keys.MAIL_FROM)
  if (!keys || !domain) return { domain: null, checks: [] }
  const server = new URL(keys.SMTP_URL).hostname
  const key = JSON.stringify([domain, server, config.dkimSelectors, config.dnsServer])
  const known = kept.get(key)
  if (known) return known
  const lookUp = resolver(config.dnsServer)
  const answer = Promise.all([
    judgeSpf(lookUp, domain, server),
    judgeDkim(lookUp, domain, config.dkimSelectors),
    judgeDmarc(lookUp, domain),
  ]).then((checks) => {
    // Administrators who fix the DNS check again soon, so a bad result is cached only briefly.
    if (checks.some(({ state }) => state !== 'good')) kept.set(key, answer, { ttl: 5000 })
    return { domain, checks }
  })
  kept.set(key, answer)
  return answer
}

/** Null if the domain is not public. */
function domainOf(from: string): string | null {
  const address = parseSender(from)?.address ?? from
  const [, domain] = address.match(/@([^\s@<>]+?)\.?>?\s*$/) ?? []
  if (!domain?.includes('.') || domain.startsWith('[') || isIP(domain)) return null
  return domain.toLowerCase()
}

function resolver(server: string | null): LookUp {
  const asked = new Resolver({ timeout: answerWithin, tries: 2 })
  if (server) asked.setServers([server])
  return async (name) => {
    try {
      return (await asked.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENODATA') return []
      if (code === 'ENOTFOUND') return null
      throw Object.assign(new Error(unanswered), { cause: error })
    }
  }
}
