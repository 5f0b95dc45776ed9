import type { MailCheck } from '#contract/platform/health.ts'
import { judged, type LookUp, ofKind, wrong } from './judged.ts'

/** Checks what becomes of mail that fails authentication. A parent domain's policy counts. */
export function judgeDmarc(lookUp: LookUp, domain: string): Promise<MailCheck> {
  return judged('dmarc', async () => {
    const add = {
      name: `_dmarc.${domain}`,
      value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
    }
    for (const holder of parentsOf(domain)) {
      const records = ofKind(await lookUp(`_dmarc.${holder}`), /^v=DMARC1\s*(;|$)/i)
      const [record] = records
      if (!record) continue
      if (records.length > 1) {
        return wrong(
          records,
          `There are ${records.length} DMARC records, so mailbox providers ignore all of them. Keep one.`,
        )
      }
      const own = holder === domain
      const sub = !own && record.match(/(?:^|;)\s*sp=\s*(\w+)/i)?.[1]
      const policy = (sub || record.match(/(?:^|;)\s*p=\s*(\w+)/i)?.[1])?.toLowerCase()
      if (!policy || !['none', 'quarantine', 'reject'].includes(policy)) {
        return {
          ...wrong(records, 'Its policy is invalid: p must be none, quarantine or reject.'),
          add: own ? add : null,
        }
      }
      const of = own ? '' : ` The policy is inherited from ${holder}.`
      return {
        state: 'good',
        says:
          policy === 'none'
            ? `It only requests reports and does not protect the domain yet (p=none).${of} Once the reports show that all of your own mail passes, set p=quarantine.`
            : `Mail that is not from you is ${policy === 'reject' ? 'refused' : 'treated as spam'} (p=${policy}).${of}`,
        records,
        add: null,
      }
    }
    return {
      state: 'missing',
      says: `Large mailbox providers require a policy from bulk senders, and ${domain} has none. Start with one that only requests reports. postmaster@${domain} must be a mailbox for them, or use another address.`,
      records: [],
      add,
    }
  })
}

/** The domain and its parents, down to two labels. */
function parentsOf(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
