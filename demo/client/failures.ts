/** The shop rejected the request with 4xx. The message is meant for people. */
export class Refused extends Error {
  declare readonly status: number
  declare readonly code: string
  constructor(status: number, code: string, detail: unknown) {
    super(typeof detail === 'string' ? detail : JSON.stringify(detail))
    Object.assign(this, { status, code })
  }
}

/** The shop or the proxy in front of it is unavailable. A running game may continue. */
export class Away extends Error {
  constructor(why: string) {
    super(`The shop cannot be reached: ${why}`)
  }
}

/** Converts an error thrown by `fetch`, with a readable message. */
export function awayFor(error: unknown): Away {
  if (error instanceof Away) return error
  if (!(error instanceof Error)) return new Away(String(error))
  if (error.name === 'TimeoutError') return new Away('the request timed out')
  const { cause } = error
  return new Away((cause instanceof Error && cause.message) || error.message)
}

/**
 * Converts a response other than 200. A proxy in front of the shop may respond with an HTML page.
 */
export function failureOf(status: number, text: string): Refused | Away {
  const said = parse(text)
  if (status >= 500 || !said) return new Away(`it responded with ${status}`)
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
