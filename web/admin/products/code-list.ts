import type * as z from 'zod'
import {
  discountFaults,
  type StaffDiscount,
  staffDiscounts,
} from '#contract/catalogue/staff-discounts.ts'
import { shopNow } from '#web/clock.ts'
import { isSame } from '../../api/rebase.ts'
import { problemOfAmount, readAmount, readPercent } from '../amounts.ts'
import { fromLocalTime, toLocalTime } from '../local-time.ts'

/** A code that is not saved yet. The server gives it an id. */
export type CodeTerms = Omit<StaffDiscount, 'id'>

/** The fields of a new code, as typed. */
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

/** The code is valid for 30 days. */
export function emptyDraft(start = toLocalTime(new Date(shopNow()))): CodeDraft {
  return {
    code: '',
    type: 1,
    amount: '0',
    maxUses: '0',
    maxPerCustomer: '0',
    minOrder: '0',
    firstOrder: false,
    renewals: '0',
    start,
    end: toLocalTime(new Date(Date.parse(start) + validity)),
  }
}

/** Whether nothing was typed. The start time is ignored, because a draft may be days old. */
export const isBlank = (draft: CodeDraft) => isSame(emptyDraft(draft.start), draft)

/** The discount in percent or as an amount. NaN if the text is neither. */
const readOff = ({ type, amount }: Pick<CodeDraft, 'type' | 'amount'>) =>
  type === 0 ? readAmount(amount) : readPercent(amount)

const takesNothing = (draft: CodeDraft) => draft.amount.trim() === '' || readOff(draft) === 0

/** Whether a code can be added: it has a name and a discount that is not zero. */
export const isComplete = (draft: CodeDraft) => draft.code.trim() !== '' && !takesNothing(draft)

/** The error of each field. */
export type CodeFaults = Partial<Record<keyof CodeDraft, string>>

const rules = staffDiscounts.add.body.element.shape

/** Returns all errors of a draft. Empty if it is valid. */
export function faultsOfCode(draft: CodeDraft, codes: readonly CodeTerms[]): CodeFaults {
  const code = draft.code.trim()
  const [start, end] = [fromLocalTime(draft.start), fromLocalTime(draft.end)]
  const found = {
    code: problemOfText(code, codes),
    amount: problemOfOff(draft),
    maxUses: problemOfCount(draft.maxUses, rules.max_uses),
    maxPerCustomer: problemOfCount(draft.maxPerCustomer, rules.max_per_customer),
    minOrder: problemOfAmount(draft.minOrder, rules.min_order),
    renewals: problemOfCount(draft.renewals, rules.renewals),
    start: start ? undefined : 'Enter the start date',
    end: !end ? 'Enter the end date' : start && end <= start ? discountFaults.end : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined))
}

function problemOfText(code: string, codes: readonly CodeTerms[]): string | undefined {
  if (code === '') return 'Enter the code, or clear its fields'
  if (codes.some((one) => one.code === code)) return 'This code is already in the list'
  return problemOf(rules.code, code)
}

const problemOf = (rule: z.ZodType, value: unknown) =>
  rule.safeParse(value).error?.issues[0]?.message

const problemOfCount = (text: string, rule: z.ZodType) =>
  /^\d+$/.test(text.trim()) ? problemOf(rule, Number(text)) : 'Enter a whole number, 0 or more'

function problemOfOff(draft: CodeDraft): string | undefined {
  if (takesNothing(draft)) return 'Enter the discount of the new code, or clear its fields'
  if (draft.type === 0) return problemOfAmount(draft.amount, rules.amount)
  const percent = readOff(draft)
  if (!(percent <= 100)) return discountFaults.percent
  return percent === 100 && Number(draft.renewals) > 0 ? discountFaults.renewals : undefined
}

/**
 * Returns the codes to save: those of the list and the one still in the fields. Returns the error
 * instead if there is one.
 */
export function codesToAdd(
  added: readonly CodeTerms[],
  draft: CodeDraft,
  gid: number,
): CodeTerms[] | string {
  if (isBlank(draft)) return [...added]
  const faults = Object.values(faultsOfCode(draft, added))
  return faults.length > 0 ? faults.join('\n') : [...added, codeOf(draft, gid)]
}

/** Converts a valid draft to a code of the product. */
export function codeOf(draft: CodeDraft, gid: number): CodeTerms {
  return {
    gid,
    code: draft.code.trim(),
    type: draft.type,
    amount: readOff(draft),
    start_date: fromLocalTime(draft.start)!,
    end_date: fromLocalTime(draft.end)!,
    max_uses: Number(draft.maxUses),
    max_per_customer: Number(draft.maxPerCustomer),
    min_order: readAmount(draft.minOrder),
    first_order: draft.firstOrder,
    renewals: Number(draft.renewals),
    used_count: 0,
  }
}
