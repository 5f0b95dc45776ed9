import { isIP } from 'node:net'
import type { MailCheck } from '#contract/platform/health.ts'
import { judged, type LookUp, ofKind, wrong } from './judged.ts'

/** With more lookups than this, mailbox providers reject the record (RFC 7208, 4.6.4). */
const mostLookUps = 10

export function judgeSpf(lookUp: LookUp, domain: string, server: string): Promise<MailCheck> {
  return judged('spf', async () => {
    const records = ofKind(await lookUp(domain), /^v=spf1(\s|$)/i)
    const own = { name: domain, value: `v=spf1 ${mechanismOf(server)} ~all` }
    const [record] = records
    if (!record) {
      return {
        state: 'missing',
        says: `No record lists the servers that may send mail for ${domain}, so much of its mail is treated as spam. Add a TXT record. If ${server} is a provider’s server, use the record from the provider, such as v=spf1 include:… ~all.`,
        records,
        add: own,
      }
    }
    if (records.length > 1) {
      return wrong(
        records,
        `There are ${records.length} SPF records, so mailbox providers ignore all of them. Combine them into one that lists all servers.`,
      )
    }
    const terms = record.split(/\s+/).slice(1)
    if (terms.some((term) => /^\+?all$/i.test(term))) {
      return wrong(records, `It lets any server send mail for ${domain}. End it with ~all or -all.`)
    }
    const asking = terms.filter((term) =>
      /^[+?~-]?(include:|a(:|\/|$)|mx(:|\/|$)|ptr(:|$)|exists:|redirect=)/i.test(term),
    )
    if (asking.length > mostLookUps) {
      return wrong(
        records,
        `It takes more than ${mostLookUps} DNS lookups, so mailbox providers ignore it. Remove servers that no longer send.`,
      )
    }
    if (!terms.some((term) => /^([?~-]all$|redirect=)/i.test(term))) {
      return wrong(records, 'It has no rule for all other servers. End it with ~all.')
    }
    return {
      state: 'good',
      says: `It lists the servers that may send for ${domain}. Check that ${server}, or the server that it sends through, is one of them.`,
      records,
      add: null,
    }
  })
}

function mechanismOf(server: string): string {
  const kind = isIP(server)
  if (/^(localhost|127\.|::1$)/.test(server)) return 'a mx'
  return kind ? `ip${kind}:${server}` : `a:${server}`
}
