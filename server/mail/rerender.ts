import type { Database } from '#server/kernel/database.ts'
import type { Sender } from './frame.ts'
import type { Resend } from './mail.ts'

export type Original = {
  /** Whose mail it was, as they are now. */
  user: { username: string; email: string }
  about: Record<string, unknown>
}

/**
 * Renders a mail again with today's facts; returns its id, or undefined when it no longer applies.
 */
export type Rerender = (
  db: Database,
  sender: Sender,
  mail: Original,
  again: Resend,
) => Promise<number | undefined>

/**
 * How each mail is rendered again. Null stands for a mail about a moment, such as a new sign-in:
 * sent again it would claim that it happened just now.
 */
export type Rerenders = Readonly<Record<string, Rerender | null>>
