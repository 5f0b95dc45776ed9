import type { Ticket } from '#contract/wire/ticket.ts'

const hour = 3_600_000

/** How long a pending ticket has had no activity. */
export type Age = 'over 48 h' | 'over 24 h' | null

export function ageOf(
  { status, updated_at }: Pick<Ticket, 'status' | 'updated_at'>,
  now: number,
): Age {
  if (status === 'resolved' || status === 'closed') return null
  const quiet = now - Date.parse(updated_at)
  if (quiet > 48 * hour) return 'over 48 h'
  return quiet > 24 * hour ? 'over 24 h' : null
}
