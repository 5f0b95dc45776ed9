import type { StaffDiscount } from '#contract/staff-discounts.ts'
import { shopNow } from '#web/clock.ts'
import { readAmount } from '../amounts.ts'
import { fromLocalTime, toLocalTime } from '../local-time.ts'

/** A code that is on its way to the server, which gives it an id. */
export type CodeTerms = Omit<StaffDiscount, 'id'>

/** What the row that adds a code holds: text as it is typed. */
export type CodeDraft = {
  code: string
  type: 0 | 1
  amount: string
  maxUses: string
  maxPerCustomer: string
  minOrder: string
  firstOrder: boolean
  renewals: string
  start: string
  end: string
}

const validity = 30 * 86_400_000

/** From now on, for 30 days. */
export function emptyDraft(now = shopNow()): CodeDraft {
  return {
    code: '',
    type: 1,
    amount: '0',
    maxUses: '0',
    maxPerCustomer: '0',
    minOrder: '0',
    firstOrder: false,
    renewals: '0',
    start: toLocalTime(new Date(now)),
    end: toLocalTime(new Date(now + validity)),
  }
}

/** Whether there is enough to add it: a code, and what may be an amount and is not zero. */
export const isComplete = ({ code, amount }: CodeDraft) =>
  code.trim() !== '' && amount.trim() !== '' && readAmount(amount) !== 0

/** What a save adds: the codes of the list, and the one that is still in its fields. Or what is wrong. */
export function codesToAdd(
  added: readonly CodeTerms[],
  draft: CodeDraft,
  gid: number,
): CodeTerms[] | string {
  if (draft.code.trim() === '') return [...added]
  if (!isComplete(draft)) return 'Enter what the new code takes off, or clear its name'
  const made = codeOf(draft, gid, added)
  return typeof made === 'string' ? made : [...added, made]
}

/** The code that a draft makes for a product, or the sentence that says what is wrong with it. */
export function codeOf(
  draft: CodeDraft,
  gid: number,
  codes: readonly CodeTerms[],
): CodeTerms | string {
  const code = draft.code.trim()
  const amount = readAmount(draft.amount)
  const max_uses = Number(draft.maxUses)
  const max_per_customer = Number(draft.maxPerCustomer)
  const min_order = readAmount(draft.minOrder)
  const renewals = Number(draft.renewals)
  const start_date = fromLocalTime(draft.start)
  const end_date = fromLocalTime(draft.end)
  if (!/^[A-Z0-9_-]{1,40}$/.test(code)) return 'A code has letters, digits, “-” and “_” only'
  if (codes.some((one) => one.code === code)) return 'This code is in the list already'
  if (draft.type === 1 && !(amount <= 100 && Number.isInteger(amount)))
    return 'A percentage is a whole number from 1 to 100'
  if (draft.type === 0 && !(amount <= 10_000))
    return 'An amount has at most two decimals and is at most 10,000'
  if (!Number.isInteger(max_uses) || max_uses < 0) return 'Max uses is a whole number from 0'
  if (!Number.isInteger(max_per_customer) || max_per_customer < 0)
    return 'Max uses per customer is a whole number from 0'
  if (!(min_order <= 10_000)) return 'A minimum has at most two decimals and is at most 10,000'
  if (!Number.isInteger(renewals) || renewals < 0 || renewals > 120)
    return 'Renewals are a whole number from 0 to 120'
  if (renewals > 0 && draft.type === 1 && amount === 100)
    return 'A code that holds for renewals takes at most 99 percent off'
  if (!start_date || !end_date) return 'Enter when the code begins and ends'
  if (end_date <= start_date) return 'The end must be after the start'
  return {
    ...{ code, gid, type: draft.type, amount, start_date, end_date },
    ...{ max_uses, max_per_customer, min_order, first_order: draft.firstOrder, renewals },
    used_count: 0,
  }
}
