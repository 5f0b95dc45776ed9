import type { MailCheck } from '#contract/platform/health.ts'

type Kind = MailCheck['kind']
type Verdict = Omit<MailCheck, 'kind'>

/** Returns the TXT records of a name, or null if neither the name nor any name below it exists. */
export type LookUp = (name: string) => Promise<string[] | null>

export const unanswered = 'The DNS server did not respond'

export const ofKind = (records: string[] | null, pattern: RegExp) =>
  (records ?? []).filter((record) => pattern.test(record))

export const wrong = (records: string[], says: string): Verdict => ({
  state: 'wrong',
  says,
  records,
  add: null,
})

/** Returns the verdict of `look`, or an unknown state if the DNS did not answer. */
export async function judged(kind: Kind, look: () => Promise<Verdict>): Promise<MailCheck> {
  try {
    return { kind, ...(await look()) }
  } catch (error) {
    if ((error as Error).message !== unanswered) throw error
    const says = `${unanswered}, so this could not be checked. Try again in a minute.`
    return { kind, state: 'unknown', says, records: [], add: null }
  }
}
