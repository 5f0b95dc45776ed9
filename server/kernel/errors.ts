/** An expected "no": a status and the sentence that the customer reads. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  /** Which part of the input is at fault; turns the answer into the 422 list of decision 3. */
  readonly loc: (string | number)[] | undefined

  constructor(status: number, detail: string, loc?: (string | number)[]) {
    super(detail)
    this.status = status
    this.loc = loc
  }
}

/** The name of the constraint that a write ran into, or undefined when it failed otherwise. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code?.startsWith('23') ? constraint : undefined
}
