import { Refusal, violatedConstraint } from '#server/kernel/errors.ts'

/** The refusal for a name or an address that another user has; undefined for another failure. */
export function takenRefusal(error: unknown): Refusal | undefined {
  const constraint = violatedConstraint(error)
  if (constraint === 'users_username') return new Refusal(409, 'This username is already taken')
  if (constraint === 'users_email') return new Refusal(409, 'This email address is already taken')
  return undefined
}
