import type { Database, Tx } from './database.ts'

/** Thrown to roll back the transaction; carries the result of `act`. */
class Seen<T> extends Error {
  readonly what: T

  constructor(what: T) {
    super('Seen')
    this.what = what
  }
}

/** Returns the result of `act`, and rolls back all its changes. */
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
