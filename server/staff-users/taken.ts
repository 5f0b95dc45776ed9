import { takenRefusals } from '#contract/credentials.ts'
import { Refusal, violatedConstraint } from '#server/kernel/errors.ts'

/** The refusal for a name or an address that another user has; undefined for another failure. */
export function takenRefusal(error: unknown): Refusal | undefined {
  const constraint = violatedConstraint(error)
  if (constraint === 'users_username') return new Refusal(takenRefusals.username_taken)
  if (constraint === 'users_email') return new Refusal(takenRefusals.email_taken)
  return undefined
}
