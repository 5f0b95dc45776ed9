import { isIP } from 'node:net'
import type { MailCheck } from '#contract/health.ts'
import type { LookUp } from './mail-domain.ts'

type Kind = MailCheck['kind']
type Verdict = Omit<MailCheck, 'kind'>

export const unanswered = 'The DNS did not answer'

/** More of what asks again makes mailbox providers give up on the record (RFC 7208, 4.6.4). */
const mostLookUps = 10

/** Of those that sign for others, and of what mail servers are set up with. */
const usualSelectors =
  'default dkim mail selector1 selector2 google k1 k2 k3 s1 s2 mx smtp pm mta mandrill mxvault zoho fm1 fm2 fm3 protonmail resend brevo1 brevo2'.split(
    ' ',
  )

/** Who may send for the domain. */
export function judgeSpf(lookUp: LookUp, domain: string, server: string): Promise<MailCheck> {
  return judged('spf', async () => {
    const records = named(await lookUp(domain), /^v=spf1(\s|$)/i)
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

/** What stands for one's own mail server in the record. */
function mechanismOf(server: string): string {
  const kind = isIP(server)
  if (/^(localhost|127\.|::1$)/.test(server)) return 'a mx'
  return kind ? `ip${kind}:${server}` : `a:${server}`
}

/** What the mail server signs with. The shop itself signs nothing, and is not told under which name. */
export function judgeDkim(
  lookUp: LookUp,
  domain: string,
  selectors: readonly string[],
): Promise<MailCheck> {
  return judged('dkim', async () => {
    const told = selectors.length > 0
    const below = await lookUp(`_domainkey.${domain}`)
    const names = below === null && !told ? [] : told ? selectors : usualSelectors
    const found = await Promise.all(
      names.map(async (name) => ({
        name,
        records: named(await lookUp(`${name}._domainkey.${domain}`), /(^|;)\s*p=/i),
      })),
    )
    const present = found.filter(({ records }) => records.length > 0)
    const records = present.flatMap((each) => each.records)
    const at = (name: string) => `${name}._domainkey.${domain}`
    if (told) {
      const absent = names.filter((name) => !present.some((each) => each.name === name))
      if (absent.length > 0) {
        return {
          state: 'missing',
          says: `There is no key at ${absent.map(at).join(' and ')}. Add the TXT record that your mail server or provider shows, or correct DKIM_SELECTOR.`,
          records,
          add: null,
        }
      }
    }
    const [first] = present
    if (!first && below === null) {
      return {
        state: 'missing',
        says: `${domain} has no DKIM key, so nobody can tell its mail from a forgery. Switch DKIM on at your mail server or provider, and add the TXT record that it shows, at a name that ends in ._domainkey.${domain}.`,
        records: [],
        add: null,
      }
    }
    if (!first) {
      return {
        state: 'unknown',
        says: `There are keys below _domainkey.${domain}, and none under a usual name. Set DKIM_SELECTOR to the name that your mail server signs with (s= in the header DKIM-Signature of a mail), and it is checked.`,
        records: [],
        add: null,
      }
    }
    const revoked = present.find((each) => each.records.every(isRevoked))
    if (revoked && (told || present.length === 1)) {
      return wrong(
        records,
        `The key at ${at(revoked.name)} is empty, which means that it was withdrawn. Add the one that your mail server signs with.`,
      )
    }
    return {
      state: 'good',
      says: told
        ? `The key is there, at ${names.map(at).join(' and ')}.`
        : `A key is there, at ${at(first.name)}. See that it is the one that your mail server signs with.`,
      records,
      add: null,
    }
  })
}

const isRevoked = (record: string) => /(^|;)\s*p=\s*(;|$)/i.test(record)

/** What mailbox providers do with mail that is not the domain's own. One of a parent counts. */
export function judgeDmarc(lookUp: LookUp, domain: string): Promise<MailCheck> {
  return judged('dmarc', async () => {
    const add = {
      name: `_dmarc.${domain}`,
      value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
    }
    for (const holder of parentsOf(domain)) {
      const records = named(await lookUp(`_dmarc.${holder}`), /^v=DMARC1\s*(;|$)/i)
      const [record] = records
      if (!record) continue
      if (records.length > 1) {
        return wrong(
          records,
          `There are ${records.length} DMARC records, and mailbox providers then heed none. Leave one.`,
        )
      }
      const own = holder === domain
      const sub = !own && record.match(/(?:^|;)\s*sp=\s*(\w+)/i)?.[1]
      const policy = (sub || record.match(/(?:^|;)\s*p=\s*(\w+)/i)?.[1])?.toLowerCase()
      if (!policy || !['none', 'quarantine', 'reject'].includes(policy)) {
        return {
          ...wrong(records, 'It says no policy that there is: p is none, quarantine or reject.'),
          add: own ? add : null,
        }
      }
      const of = own ? '' : ` It is that of ${holder}.`
      return {
        state: 'good',
        says:
          policy === 'none'
            ? `It asks for reports and protects nobody yet (p=none).${of} Once the reports show that all of your own mail passes, say p=quarantine.`
            : `Mail that is not your own is ${policy === 'reject' ? 'refused' : 'put aside as spam'} (p=${policy}).${of}`,
        records,
        add: null,
      }
    }
    return {
      state: 'missing',
      says: `Large mailbox providers ask whoever sends in numbers for a policy, and ${domain} has none. Begin with one that only asks for reports; postmaster@${domain} must then be a mailbox, or name another.`,
      records: [],
      add,
    }
  })
}

/** It and those above it, down to two labels. */
function parentsOf(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

const named = (records: string[] | null, beginning: RegExp) =>
  (records ?? []).filter((record) => beginning.test(record))

const wrong = (records: string[], says: string): Verdict => ({
  state: 'wrong',
  says,
  records,
  add: null,
})

async function judged(kind: Kind, look: () => Promise<Verdict>): Promise<MailCheck> {
  try {
    return { kind, ...(await look()) }
  } catch (error) {
    if ((error as Error).message !== unanswered) throw error
    const says = `${unanswered}, so this could not be checked. Look again in a minute.`
    return { kind, state: 'unknown', says, records: [], add: null }
  }
}
