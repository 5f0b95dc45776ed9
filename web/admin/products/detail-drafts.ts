import type * as z from 'zod'
import { productDetails } from '#contract/catalogue/product-details.ts'

const { included, requirements } = productDetails.shape

/** Each line is an entry. Empty lines are ignored. */
export const includedBody = (typed: string): string[] =>
  typed
    .split('\n')
    .map((text) => text.trim())
    .filter(Boolean)

export const requirementsBody = (typed: string) => includedBody(typed).map(readRequirement)

function readRequirement(text: string) {
  const [label = '', ...value] = text.split(':')
  return { label: label.trim(), value: value.join(':').trim() }
}

export const requirementsDraft = (all: z.output<typeof requirements>): string =>
  all.map(({ label, value }) => `${label}: ${value}`).join('\n')

export const problemOfIncluded = (typed: string) => firstProblem(included, includedBody(typed))

export function problemOfRequirements(typed: string): string | undefined {
  const at = includedBody(typed).findIndex((text) => !/[^\s:]\s*:\s*\S/.test(text))
  if (at >= 0) return `Line ${at + 1}: Enter a name, a colon and a value, such as “RAM: 8 GB”`
  return firstProblem(requirements, requirementsBody(typed))
}

function firstProblem(schema: z.ZodType, value: unknown): string | undefined {
  const issue = schema.safeParse(value).error?.issues[0]
  if (!issue) return undefined
  const [at] = issue.path
  return typeof at === 'number' ? `Line ${at + 1}: ${issue.message}` : issue.message
}
