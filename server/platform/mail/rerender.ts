import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from './frame.ts'
import type { Resend } from './mail.ts'

export type Original = {
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
