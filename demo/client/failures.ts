/** The shop says no, with 4xx: the message says it for people. */
export class Refused extends Error {
  declare readonly status: number
  declare readonly code: string
  constructor(status: number, code: string, detail: unknown) {
    super(typeof detail === 'string' ? detail : JSON.stringify(detail))
    Object.assign(this, { status, code })
  }
}

/** The shop cannot be reached, or what stands before it says so: a running game may go on. */
export class Away extends Error {
  constructor(why: string) {
    super(`The shop cannot be reached: ${why}`)
  }
}

/** What a `fetch` that came to nothing threw, in words. */
export function awayFor(error: unknown): Away {
  if (error instanceof Away) return error
  if (!(error instanceof Error)) return new Away(String(error))
  if (error.name === 'TimeoutError') return new Away('it takes too long to answer')
  const { cause } = error
  return new Away((cause instanceof Error && cause.message) || error.message)
}

/** What an answer other than 200 means. What stands before the shop may answer with a page. */
export function failureOf(status: number, text: string): Refused | Away {
  const said = parse(text)
  if (status >= 500 || !said) return new Away(`${status} was answered`)
  return new Refused(status, said.code, said.detail)
}

function parse(text: string): { code: string; detail: unknown } | null {
  try {
    const said = JSON.parse(text)
    return typeof said?.code === 'string' ? said : null
  } catch {
    return null
  }
}
