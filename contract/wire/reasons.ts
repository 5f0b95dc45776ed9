import { line } from './text.ts'

export const longestReason = 300

/**
 * The reason that a staff member enters for an action that is irreversible or takes something from
 * a customer.
 */
export const reason = line(longestReason, 'Enter a reason').meta({
  description: 'For staff. Stored in the log.',
})
