import type { Database } from '#server/kernel/database.ts'
import type { Sender } from './frame.ts'
import type { Resend, Template } from './mail.ts'

export type Remade = {
  /** Whose mail it was, as they are now. */
  user: { username: string; email: string }
  about: Record<string, unknown>
}

/** Writes a mail anew and answers its id; undefined when what it told of is no longer so. */
export type Remake = (
  db: Database,
  sender: Sender,
  mail: Remade,
  again: Resend,
) => Promise<number | undefined>

/**
 * How each mail is written anew. Each domain has those of its own mails; null stands for what tells
 * of a moment, since it would say that it happened just now.
 */
export type Remakes<T extends Template = Template> = Record<T, Remake | null>
