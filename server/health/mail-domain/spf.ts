import { isIP } from 'node:net'
import type { MailCheck } from '#contract/health.ts'
import { judged, type LookUp, ofKind, wrong } from './judged.ts'

/** With more lookups than this, mailbox providers reject the record (RFC 7208, 4.6.4). */
const mostLookUps = 10

/** Checks which servers may send for the domain. */
export function judgeSpf(lookUp: LookUp, domain: string, server: string): Promise<MailCheck> {
  return judged('spf', async () => {
    const records = ofKind(await lookUp(domain), /^v=spf1(\s|$)/i)
    const own = { name: domain, value: `v=spf1 ${mechanismOf(server)} ~all` }
    const [record] = records
    if (!record) {
      return {
        state: 'missing',
        says: `Nothing says which servers may send mail for ${domain}, so much of it ends up as spam. Add a TXT record. If ${server} is a provider’s server, use the line that the provider names, such as v=spf1 include:… ~all.`,
        records,
        add: own,
      }
    }
    if (records.length > 1) {
      return wrong(
        records,
        `There are ${records.length} SPF records, and mailbox providers then heed none. Make one of them that names all servers, and remove the others.`,
      )
    }
    const terms = record.split(/\s+/).slice(1)
    if (terms.some((term) => /^\+?all$/i.test(term))) {
      return wrong(records, `It lets everybody send mail for ${domain}. End it with ~all or -all.`)
    }
    const asking = terms.filter((term) =>
      /^[+?~-]?(include:|a(:|\/|$)|mx(:|\/|$)|ptr(:|$)|exists:|redirect=)/i.test(term),
    )
    if (asking.length > mostLookUps) {
      return wrong(
        records,
        `It takes more than ${mostLookUps} questions to follow, and mailbox providers then give it up. Remove what sends no more.`,
      )
    }
    if (!terms.some((term) => /^([?~-]all$|redirect=)/i.test(term))) {
      return wrong(records, 'It does not say what is true of all other servers. End it with ~all.')
    }
    return {
      state: 'good',
      says: `It says which servers may send for ${domain}. See that ${server}, or what it sends by, is one of them.`,
      records,
      add: null,
    }
  })
}

/** The mechanism for the shop's mail server in the record. */
function mechanismOf(server: string): string {
  const kind = isIP(server)
  if (/^(localhost|127\.|::1$)/.test(server)) return 'a mx'
  return kind ? `ip${kind}:${server}` : `a:${server}`
}
