import { planPrice, type StaffProduct } from '#contract/catalogue/staff-products.ts'
import {
  defaultPlans,
  isPlan,
  labelOf,
  type Plan,
  type PlanPrice,
  type PlanRule,
  priceOfPlan,
} from '#contract/wire/terms.ts'
import { problemOfAmount, readCents, readPercent } from '../amounts.ts'

/** A plan as typed. The last edited of price and saving counts, and the other one is calculated. */
export type PlanDraft = {
  plan: Plan
  by: 'price' | 'savings'
  text: string
  popular: boolean
}

export function draftsOf(plans: StaffProduct['plans']): PlanDraft[] | null {
  return (
    plans?.map(({ plan, savings, price, popular }) => ({
      ...(price === null
        ? { plan, by: 'savings' as const, text: String(savings) }
        : { plan, by: 'price' as const, text: price.toFixed(2) }),
      popular,
    })) ?? null
  )
}

export const defaultDrafts: readonly PlanDraft[] = defaultPlans.map(
  ({ plan, savings, popular }) => ({ plan, by: 'savings', text: String(savings), popular }),
)

/**
 * A new plan has no discount over single months until it is edited. A lifetime plan needs a price.
 */
export const newDraft = (plan: Plan): PlanDraft =>
  plan === 'lifetime'
    ? { plan, by: 'price', text: '', popular: false }
    : { plan, by: 'savings', text: '0', popular: false }

/** Null while the typed text is not a number. */
function ruleOf({ plan, by, text, popular }: PlanDraft): PlanRule | null {
  if (by === 'price') {
    const cents = readCents(text)
    return problemOfAmount(text, planPrice) ? null : { plan, popular, savings: null, cents }
  }
  const savings = readPercent(text)
  return savings <= 90 ? { plan, popular, savings, cents: null } : null
}

/** The price of a plan according to the typed values. Null while they are invalid. */
export function priceOfDraft(
  draft: PlanDraft,
  { price, endsIn99 }: { price: string; endsIn99: boolean },
): PlanPrice | null {
  const rule = ruleOf(draft)
  const monthlyCents = readCents(price)
  if (!rule || !Number.isFinite(monthlyCents)) return null
  return priceOfPlan({ monthlyCents, plans: null, endsIn99, salePercent: 0 }, rule)
}

/** The error of the plans, as a sentence. */
export function problemWith(drafts: readonly PlanDraft[] | null): string | undefined {
  if (drafts?.length === 0) return 'A product needs at least one plan'
  return drafts?.map(problemOfPlan).find((problem) => problem !== undefined)
}

/** The error of the values typed for one plan. */
export function problemOfPlan(draft: PlanDraft): string | undefined {
  if (draft.by === 'price') return problemOfAmount(draft.text, planPrice)
  return ruleOf(draft) ? undefined : 'Enter a saving from 0 to 90 percent'
}

/** Why a plan cannot be added, as a sentence. */
export function problemAdding(plan: Plan, drafts: readonly PlanDraft[]): string | undefined {
  if (!isPlan(plan)) return 'At most 365 days, 52 weeks or 36 months'
  if (drafts.some((draft) => draft.plan === plan)) return `${labelOf(plan)} is already in the list`
}

/** The plans as the endpoint expects them. */
export function plansBody(drafts: readonly PlanDraft[] | null) {
  return (
    drafts?.map((draft) => {
      const { cents, ...rule } = ruleOf(draft)!
      return { ...rule, price: cents === null ? null : cents / 100 }
    }) ?? null
  )
}
