import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { Endpoint, Parsed } from '#contract/endpoint.ts'
import { findUnreadable } from './unreadable.ts'

/** A request that does not fit the declaration: every issue, and where it is. */
export class Invalid extends Error {
  override name = 'Invalid'
  readonly issues: { type: string; loc: (string | number)[]; msg: string }[]

  constructor(issues: Invalid['issues']) {
    super(issues.map(({ msg }) => msg).join('\n'))
    this.issues = issues
  }
}

/** What the handler gets of a request. Throws `Invalid`. */
export function parse<E extends Endpoint>(endpoint: E, request: FastifyRequest): Parsed<E> {
  const issues: Invalid['issues'] = []
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
      const { code: type, path, message: msg } = issue
      if (name === 'query' && type === 'unrecognized_keys') {
        const known = Object.keys(endpoint.query!.shape).join(', ')
        for (const key of issue.keys)
          issues.push({
            type,
            loc: [name, key],
            msg: `There is no query parameter ${key}, only ${known}`,
          })
      } else issues.push({ type, loc: [name, ...(path as (string | number)[])], msg })
    }
  }
  const input = {
    params: part('params', endpoint.params),
    query: part('query', endpoint.query),
    body: part('body', endpoint.body),
  }
  if (issues.length > 0) throw new Invalid(issues.slice(0, 50))
  return input as unknown as Parsed<E>
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
