import { type DeclaredRefusal, fill } from '#contract/refusals.ts'

type Loc = (string | number)[]

type Names<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

type Occasion = {
  /** Which part of the input is at fault: the page shows the sentence under that field. */
  loc?: Loc
  /** A reason outside, such as a provider that is down: told to the operator's log alone. */
  cause?: unknown
}

/** What stands in braces in the sentence must be given, and nothing else may be. */
type OccasionOf<Sentence extends string> = [Names<Sentence>] extends [never]
  ? [occasion?: Occasion & { values?: never }]
  : [occasion: Occasion & { values: Record<Names<Sentence>, string | number> }]

/**
 * An expected "no", declared in the contract and listed by every endpoint that may answer it:
 * `throw new Refusal(orderRefusals.unknown_order)`. In tests and in development an endpoint that
 * does not list it answers 500 instead.
 */
export class Refusal<const Sentence extends string = string> extends Error {
  override name = 'Refusal'
  /** Stable: what programs branch on. */
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

/** Whether that was thrown because of exactly this. */
export function isRefusal(error: unknown, declared: DeclaredRefusal): error is Refusal {
  return error instanceof Refusal && error.code === declared.code
}

/** The name of the constraint that a write ran into, or undefined when it failed otherwise. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code?.startsWith('23') ? constraint : undefined
}
