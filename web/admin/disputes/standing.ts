import type { StaffDispute } from '#contract/staff-disputes.ts'

/**
 * Says what happened to the response, or why no response is possible. Null while it is being
 * written.
 */
export function standingOf(dispute: StaffDispute, now: number): string | null {
  const { answer, answered_at, answered_by, asked_error, state, collected_at } = dispute
  const who = answered_by ?? 'A colleague'
  const answered = answer === 'submitted' ? ` ${who} had submitted the evidence.` : ''
  if (answer && !answered_at)
    return asked_error
      ? `Stripe did not answer (${asked_error}). It is asked again by itself.`
      : 'Stripe is being asked.'
  switch (state) {
    case 'won':
      return `Won: the money is back, and so is the customer’s time.${answered}`
    case 'lost':
      return answer === 'accepted'
        ? `${who} accepted the dispute: the money stays with the customer.`
        : `Lost: the money stays with the customer.${answered}`
    case 'withdrawn':
      return `Withdrawn: the money stays with the shop.${answered}`
    case 'under_review':
      return answer === 'submitted'
        ? `${who} submitted the evidence. The bank decides, which can take two to three months.`
        : 'Evidence was submitted at Stripe. The bank decides, which can take two to three months.'
    default:
      if (answer === 'submitted') return `${who} submitted the evidence. The bank looks at it.`
      if (asked_error) return `Stripe refused the last answer: ${asked_error}`
      if (!dispute.due_at) return 'The bank takes no answer to this one.'
      if (Date.parse(dispute.due_at) < now)
        return 'The time to answer is over: the bank may decide without one.'
      return collected_at ? null : 'The evidence is being gathered.'
  }
}

/** The message after a response was given: `done` only if the bank has received it. */
export const answerTold = (done: string) => (dispute: StaffDispute) =>
  dispute.answered_at ? done : 'Your answer is kept, and Stripe does not have it yet'
