import { takenRefusals } from '#contract/wire/credentials.ts'
import { Refusal, violatedConstraint } from '#server/kernel/http/errors.ts'

/** Undefined for any other error. */
export function takenRefusal(error: unknown): Refusal | undefined {
  const constraint = violatedConstraint(error)
  if (constraint === 'users_username') return new Refusal(takenRefusals.username_taken)
  if (constraint === 'users_email') return new Refusal(takenRefusals.email_taken)
  return undefined
}
