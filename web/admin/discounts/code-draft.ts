import * as z from 'zod'
import {
  discountFaults,
  mostDiscounts,
  type NewDiscount,
  staffDiscounts,
} from '#contract/catalogue/staff-discounts.ts'
import { shopNow } from '#web/clock.ts'
import { problemOfAmount, readAmount, readPercent } from '../amounts.ts'
import { fromLocalTime, toLocalTime } from '../local-time.ts'

/** The typed terms of new codes. */
export type TermsDraft = {
  /** The id of the product. */
  product: string
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

/** A typed code with its terms. */
type CodeDraft = TermsDraft & { code: string }

/** The typed terms of generated codes, and how many there will be. */
export type BatchDraft = TermsDraft & { prefix: string; count: string }

const validity = 30 * 86_400_000

/** The terms of a code that is valid for 30 days from now. */
export function emptyTerms(product = ''): TermsDraft {
  const now = new Date(shopNow())
  return {
    product,
    type: 1,
    amount: '0',
    maxUses: '0',
    maxPerCustomer: '0',
    minOrder: '0',
    firstOrder: false,
    renewals: '0',
    start: toLocalTime(now),
    end: toLocalTime(new Date(now.getTime() + validity)),
  }
}

/** The discount in percent or as an amount. NaN if the text is neither. */
const readOff = ({ type, amount }: TermsDraft) =>
  type === 0 ? readAmount(amount) : readPercent(amount)

/** Whether a discount that is not zero was typed. */
export const hasDiscount = (draft: TermsDraft) => draft.amount.trim() !== '' && readOff(draft) !== 0

const rules = staffDiscounts.add.body.element.shape

const randomLength = 8
/** 32 characters, so that each is equally likely. Left out: 0, 1, I and O, which look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function problemOfPrefix(typed: string): string | undefined {
  const prefix = typed.trim()
  if (prefix.length > 40 - randomLength) return `At most ${40 - randomLength} characters`
  return prefix === '' ? undefined : problemOf(rules.code, prefix)
}

const wholeNumber = `Enter a whole number from 1 to ${mostDiscounts}`
const problemOfBatchSize = (typed: string) =>
  /^\d{1,4}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= mostDiscounts
    ? undefined
    : wholeNumber

function faultsOfTerms(draft: TermsDraft) {
  const [start, end] = [fromLocalTime(draft.start), fromLocalTime(draft.end)]
  return {
    product: draft.product === '' ? 'Choose a product' : undefined,
    amount: problemOfOff(draft),
    maxUses: problemOfCount(draft.maxUses, rules.max_uses),
    maxPerCustomer: problemOfCount(draft.maxPerCustomer, rules.max_per_customer),
    minOrder: problemOfAmount(draft.minOrder, rules.min_order),
    renewals: problemOfCount(draft.renewals, rules.renewals),
    start: start ? undefined : 'Enter the start date',
    end: !end ? 'Enter the end date' : start && end <= start ? discountFaults.end : undefined,
  }
}

/** Reports all errors of a draft, each at its field. */
const checked = <Draft extends TermsDraft>(
  faultsOfOthers: (draft: Draft) => Record<string, string | undefined>,
) =>
  z.custom<Draft>().superRefine((draft, context) => {
    const faults = { ...faultsOfOthers(draft), ...faultsOfTerms(draft) }
    for (const [name, message] of Object.entries(faults))
      if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message })
  })

export const codeDraft = checked<CodeDraft>(({ code }) => ({ code: problemOf(rules.code, code) }))

export const batchDraft = checked<BatchDraft>(({ count, prefix }) => ({
  count: problemOfBatchSize(count),
  prefix: problemOfPrefix(prefix),
}))

const problemOf = (rule: z.ZodType, value: unknown) =>
  rule.safeParse(value).error?.issues[0]?.message

const problemOfCount = (text: string, rule: z.ZodType) =>
  /^\d+$/.test(text.trim()) ? problemOf(rule, Number(text)) : 'Enter a whole number, 0 or more'

function problemOfOff(draft: TermsDraft): string | undefined {
  if (!hasDiscount(draft)) return 'Enter the discount'
  if (draft.type === 0) return problemOfAmount(draft.amount, rules.amount)
  const percent = readOff(draft)
  if (!(percent <= 100)) return discountFaults.percent
  return percent === 100 && Number(draft.renewals) > 0 ? discountFaults.renewals : undefined
}

/** Converts a valid draft to codes with these texts. */
export function codesOf(draft: TermsDraft, texts: readonly string[]): NewDiscount[] {
  return texts.map((code) => ({
    code: code.trim(),
    gid: Number(draft.product),
    type: draft.type,
    amount: readOff(draft),
    start_date: fromLocalTime(draft.start)!,
    end_date: fromLocalTime(draft.end)!,
    max_uses: Number(draft.maxUses),
    max_per_customer: Number(draft.maxPerCustomer),
    min_order: readAmount(draft.minOrder),
    first_order: draft.firstOrder,
    renewals: Number(draft.renewals),
  }))
}

/** Returns the requested number of random codes, all different and with the prefix. */
export function randomTexts({ count, prefix }: Pick<BatchDraft, 'count' | 'prefix'>): string[] {
  const texts = new Set<string>()
  while (texts.size < Number(count)) {
    const bytes = crypto.getRandomValues(new Uint8Array(randomLength))
    texts.add(prefix.trim() + Array.from(bytes, (byte) => alphabet[byte % 32]).join(''))
  }
  return [...texts]
}
