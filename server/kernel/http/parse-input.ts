import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Endpoint, Parsed } from '#contract/wire/endpoint.ts'
import { findUnreadable } from './unreadable.ts'

export class Invalid extends Error {
  override name = 'Invalid'
  readonly issues: { type: string; loc: (string | number)[]; msg: string }[]

  constructor(issues: Invalid['issues']) {
    super(issues.map(({ msg }) => msg).join('\n'))
    this.issues = issues
  }
}

const mostIssues = 50

const noQuery = z.strictObject({})

/** Returns the parsed input for the handler. Throws `Invalid`. */
export function parse<E extends Endpoint>(endpoint: E, request: FastifyRequest): Parsed<E> {
  const issues: Invalid['issues'] = []
  const query = endpoint.query ?? (endpoint.ignoresQuery ? undefined : noQuery)
  if (endpoint.consumes && !request.body) {
    issues.push({ type: 'missing', loc: ['body'], msg: 'Send the file as the body' })
  }
  const part = (name: 'params' | 'query' | 'body', schema: z.ZodType | undefined) => {
    if (!schema) return undefined
    const unreadable = findUnreadable(name, request[name])
    if (unreadable) return void issues.push(unreadable)
    const parsed = schema.safeParse(request[name] ?? (name === 'body' ? undefined : {}))
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues.flatMap(ofTheMeant)) {
      if (name === 'query' && issue.code === 'unrecognized_keys')
        issues.push(...unknownParameters(issue, query!))
      else issues.push(describeIssue(name, issue))
    }
  }
  const input = {
    params: part('params', endpoint.params),
    query: part('query', query),
    body: part('body', endpoint.body),
  }
  if (issues.length > 0) throw new Invalid(issues.slice(0, mostIssues))
  return input as unknown as Parsed<E>
}

/** Parses a body whose schema depends on what it names. Throws `Invalid`. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.flatMap(ofTheMeant)
  throw new Invalid(issues.slice(0, mostIssues).map((issue) => describeIssue('body', issue)))
}

function describeIssue(part: string, { code, path, message }: z.core.$ZodIssue) {
  return { type: code, loc: [part, ...(path as (string | number)[])], msg: message }
}

function unknownParameters(
  { code, keys }: z.core.$ZodIssueUnrecognizedKeys,
  declared: z.ZodObject,
): Invalid['issues'] {
  const known = Object.keys(declared.shape).join(', ')
  const hint = known ? `only: ${known}` : 'no query parameters'
  return keys.map((key) => ({
    type: code,
    loc: ['query', key],
    msg: `Unknown query parameter: ${key}. This endpoint accepts ${hint}`,
  }))
}

const misfits = ['invalid_type', 'invalid_value']

/** Reports a union's issues for the first member whose type fits. */
function ofTheMeant(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const meant = issue.errors.find(
    (issues) => !issues.some(({ code, path }) => path.length === 0 && misfits.includes(code)),
  )
  return meant?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue]
}
