import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from './frame.ts'
import type { Resend, Template } from './mail.ts'

export type Original = {
  /** The recipient, with current data. */
  user: { username: string; email: string }
  about: Record<string, unknown>
}

/** Renders a mail again with current data. Returns its id, or undefined if it no longer applies. */
export type Rerender = (
  db: Database,
  sender: Sender,
  mail: Original,
  again: Resend,
) => Promise<number | undefined>

/**
 * The function that renders each mail again. Null for a mail about a moment, such as a new sign-in:
 * sent again, it would claim that this happened just now.
 */
export type Rerenders = { readonly [Name in Template]?: Rerender | null }
