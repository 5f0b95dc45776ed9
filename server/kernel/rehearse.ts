import type { Database, Tx } from './database.ts'

/** Ends the transaction and brings out what it saw. */
class Seen<T> extends Error {
  readonly what: T

  constructor(what: T) {
    super('Seen')
    this.what = what
  }
}

/** Does it, rolls all of it back, and answers what it answered. Throws what doing it would throw. */
export async function rehearse<T>(db: Database, act: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      throw new Seen(await act(tx))
    })
  } catch (error) {
    if (error instanceof Seen) return error.what
    throw error
  }
}
