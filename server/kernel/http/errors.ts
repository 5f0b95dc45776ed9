import { type DeclaredRefusal, fill } from '#contract/wire/refusals.ts'

type Loc = (string | number)[]

type Names<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

type Occasion = {
  /** The input field that caused the refusal. The page shows the sentence under that field. */
  loc?: Loc
  /** An outside cause, such as a provider that is down, for the operator's log only. */
  cause?: unknown
}

type OccasionOf<Sentence extends string> = [Names<Sentence>] extends [never]
  ? [occasion?: Occasion & { values?: never }]
  : [occasion: Occasion & { values: Record<Names<Sentence>, string | number> }]

/**
 * An expected rejection from the contract: `throw new Refusal(orderRefusals.unknown_order)`. In
 * tests and in development, an endpoint that does not list it responds with 500 instead.
 */
export class Refusal<const Sentence extends string = string> extends Error {
  override name = 'Refusal'
  /** Stable, so programs can depend on it. */
  readonly code: string
  readonly status: number
  readonly loc: Loc | undefined

  constructor(declared: DeclaredRefusal<string, Sentence>, ...[occasion]: OccasionOf<Sentence>) {
    const { values, loc, cause } = occasion ?? {}
    super(fill(declared.sentence, values), cause === undefined ? undefined : { cause })
    this.code = declared.code
    this.status = declared.status
    this.loc = loc
  }
}

export function isRefusal(error: unknown, declared: DeclaredRefusal): error is Refusal {
  return error instanceof Refusal && error.code === declared.code
}

/** Undefined if the write failed for another reason. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code?.startsWith('23') ? constraint : undefined
}
