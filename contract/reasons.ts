import { line } from './text.ts'

export const longestReason = 300

/** Why a member of staff does what cannot be taken back, or takes something from somebody. */
export const reason = line(longestReason, 'Enter a reason').meta({
  description: 'For staff. It is kept in the log.',
})
