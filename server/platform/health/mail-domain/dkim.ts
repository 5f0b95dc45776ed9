import type { MailCheck } from '#contract/platform/health.ts'
import { judged, type LookUp, ofKind, wrong } from './judged.ts'

/** Selectors of common mail services, and the defaults of mail servers. */
const usualSelectors =
  'default dkim mail selector1 selector2 google k1 k2 k3 s1 s2 mx smtp pm mta mandrill mxvault zoho fm1 fm2 fm3 protonmail resend brevo1 brevo2'.split(
    ' ',
  )

/** For keys that the mail server may use. The shop signs nothing and does not know the selector. */
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
        records: ofKind(await lookUp(`${name}._domainkey.${domain}`), /(^|;)\s*p=/i),
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
        says: `${domain} has no DKIM key, so its mail cannot be told from forgeries. Turn on DKIM at your mail server or provider, and add the TXT record that it shows. The name of the record ends in ._domainkey.${domain}.`,
        records: [],
        add: null,
      }
    }
    if (!first) {
      return {
        state: 'unknown',
        says: `There are keys below _domainkey.${domain}, but none with a common name. To check the key, set DKIM_SELECTOR to the selector of your mail server (s= in the DKIM-Signature header of a mail).`,
        records: [],
        add: null,
      }
    }
    const revoked = present.find((each) => each.records.every(isRevoked))
    if (revoked && (told || present.length === 1)) {
      return wrong(
        records,
        `The key at ${at(revoked.name)} is empty, which means that it was revoked. Add the key that your mail server signs with.`,
      )
    }
    return {
      state: 'good',
      says: told
        ? `The key was found at ${names.map(at).join(' and ')}.`
        : `A key was found at ${at(first.name)}. Check that your mail server signs with it.`,
      records,
      add: null,
    }
  })
}

const isRevoked = (record: string) => /(^|;)\s*p=\s*(;|$)/i.test(record)
