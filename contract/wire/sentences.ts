import * as z from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const formats: Record<string, string> = {
  email: 'Enter an email address',
  url: 'Enter a web address',
  uuid: 'This is not a valid ID',
  datetime: 'Enter date and time in UTC, such as 2026-11-21T09:30:00Z',
  date: 'Enter a date such as 2026-11-21',
}

const misfit = 'This has the wrong format'

/** The default sentence for an issue whose schema does not declare one. */
function sentenceOf(issue: Issue): string {
  if (issue.input === undefined) return 'This is required'
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ? `This must be ${types[issue.expected]}` : misfit
    case 'invalid_value':
      return oneOf(issue.values)
    case 'too_small':
      return leastOf(issue)
    case 'too_big':
      return `${issue.inclusive ? 'At most' : 'Less than'} ${sized(issue.maximum, issue.origin)}`
    case 'invalid_format':
      return formats[issue.format] ?? misfit
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}`
    case 'invalid_union':
      return oneOfAll(issue.errors.flat())
    default:
      return misfit
  }
}

function leastOf({ minimum, origin, inclusive }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'string' && Number(minimum) === 1) return 'This is required'
  return `${inclusive ? 'At least' : 'More than'} ${sized(minimum, origin)}`
}

const units: Record<string, [one: string, more: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

function sized(size: number | bigint, origin: string): string {
  const number = size.toLocaleString('en-US')
  const unit = units[origin]
  return unit ? `${number} ${unit[Number(size) === 1 ? 0 : 1]}` : number
}

function oneOf(values: readonly unknown[]): string {
  return `${values.length === 1 ? 'This must be' : 'This must be one of'} ${values.join(', ')}`
}

/** For a choice among listed values, such as the months of a term. */
function oneOfAll(issues: z.core.$ZodIssue[]): string {
  const values = issues.flatMap((each) => (each.code === 'invalid_value' ? [each.values] : []))
  return issues.length > 0 && values.length === issues.length ? oneOf(values.flat()) : misfit
}

// The library's default messages are written for programmers: “expected string, received
// undefined”.
z.config({ localeError: sentenceOf })
