import type { StaffDispute } from '#contract/selling/staff-disputes.ts'

/**
 * Says what happened to the response, or why no response is possible. Null while it is being
 * written.
 */
export function standingOf(dispute: StaffDispute, now: number): string | null {
  const { answer, answered_at, answered_by, asked_error, state, collected_at } = dispute
  const who = answered_by ?? 'A staff member'
  const answered = answer === 'submitted' ? ` ${who} submitted the evidence.` : ''
  if (answer && !answered_at)
    return asked_error
      ? `Stripe did not respond (${asked_error}). The request is retried automatically.`
      : 'Waiting for Stripe.'
  switch (state) {
    case 'won':
      return `Won: the money and the customer’s time were returned.${answered}`
    case 'lost':
      return answer === 'accepted'
        ? `${who} accepted the dispute. The customer keeps the money.`
        : `Lost: the customer keeps the money.${answered}`
    case 'withdrawn':
      return `Withdrawn: the shop keeps the money.${answered}`
    case 'under_review':
      return answer === 'submitted'
        ? `${who} submitted the evidence. The bank decides, which can take two to three months.`
        : 'Evidence was submitted at Stripe. The bank decides, which can take two to three months.'
    default:
      if (answer === 'submitted') return `${who} submitted the evidence. The bank is reviewing it.`
      if (asked_error) return `Stripe refused the last response: ${asked_error}`
      if (!dispute.due_at) return 'The bank accepts no response to this dispute.'
      if (Date.parse(dispute.due_at) < now)
        return 'The deadline to respond has passed. The bank may decide without a response.'
      return collected_at ? null : 'The evidence is being collected.'
  }
}

/** Explains where the evidence comes from and, while it can be submitted, that it was not sent. */
export const evidenceHint = ({ answerable }: Pick<StaffDispute, 'answerable'>) =>
  `Collected automatically when the dispute was opened.${answerable ? ' Nothing is sent until you submit it.' : ''}`

/** The message after a response was given: `done` only if the bank has received it. */
export const answerTold = (done: string) => (dispute: StaffDispute) =>
  dispute.answered_at ? done : 'Your response is saved and will be sent to Stripe automatically'
