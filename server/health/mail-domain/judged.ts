import type { MailCheck } from '#contract/health.ts'

type Kind = MailCheck['kind']
type Verdict = Omit<MailCheck, 'kind'>

/** TXT records of a name; null where there is no such name and nothing below it. */
export type LookUp = (name: string) => Promise<string[] | null>

export const unanswered = 'The DNS did not answer'

/** Those of the records that are of this kind. */
export const ofKind = (records: string[] | null, pattern: RegExp) =>
  (records ?? []).filter((record) => pattern.test(record))

export const wrong = (records: string[], says: string): Verdict => ({
  state: 'wrong',
  says,
  records,
  add: null,
})

/** What `look` finds, or that the DNS did not answer. */
export async function judged(kind: Kind, look: () => Promise<Verdict>): Promise<MailCheck> {
  try {
    return { kind, ...(await look()) }
  } catch (error) {
    if ((error as Error).message !== unanswered) throw error
    const says = `${unanswered}, so this could not be checked. Look again in a minute.`
    return { kind, state: 'unknown', says, records: [], add: null }
  }
}
