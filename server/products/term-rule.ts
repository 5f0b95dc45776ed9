import { savingsOf, type TermRule, termPrice, terms } from '#contract/terms.ts'

/** The columns of a product that its terms are priced by. */
export type RuleRow = {
  savings_3: number | null
  savings_6: number | null
  savings_12: number | null
  ends_in_99: boolean
}

export function ruleOf({ savings_3, savings_6, savings_12, ends_in_99 }: RuleRow): TermRule {
  return { savings: { 3: savings_3, 6: savings_6, 12: savings_12 }, endsIn99: ends_in_99 }
}

/** What each term of a product costs, in cents. */
export function termsOf(monthlyCents: number, rule: TermRule) {
  return terms.map(({ months }) => ({
    months,
    savings: savingsOf(months, rule),
    price: termPrice(monthlyCents, months, rule),
  }))
}
