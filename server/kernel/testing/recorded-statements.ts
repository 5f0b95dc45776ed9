import pg from 'pg'

export type Statement = { text: string; values: unknown[]; rows: Record<string, unknown>[] }

/**
 * Records the queries of this process on connections opened after this call, because a pool reads a
 * connection's methods when it opens it. Call `close()` when done.
 */
export function openRecorder() {
  let heard: Statement[] | null = null
  const original = pg.Client.prototype.query as (...all: unknown[]) => Promise<pg.QueryResult>
  pg.Client.prototype.query = async function (this: pg.Client, ...all: unknown[]) {
    const result = await original.apply(this, all)
    const [first, values = []] = all as [string | pg.QueryConfig, unknown[] | undefined]
    const sent = typeof first === 'string' ? { text: first, values } : first
    heard?.push({ text: sent.text, values: sent.values ?? [], rows: result.rows })
    return result
  } as never
  return {
    /** The statements that the work sends, with their results. */
    async record(work: () => Promise<unknown>): Promise<Statement[]> {
      const statements: Statement[] = []
      heard = statements
      await work()
      heard = null
      return statements
    },
    close() {
      pg.Client.prototype.query = original as never
    },
  }
}
