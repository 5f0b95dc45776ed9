import pg from 'pg'

export type Statement = { text: string; values: unknown[]; rows: Record<string, unknown>[] }

/** The statements that the work sends through pg in this process, with what came back. */
export async function record(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const original = pg.Client.prototype.query as (...all: unknown[]) => Promise<pg.QueryResult>
  pg.Client.prototype.query = async function (this: pg.Client, ...all: unknown[]) {
    const result = await original.apply(this, all)
    const [text, values] = all as [string, unknown[] | undefined]
    if (typeof text === 'string') statements.push({ text, values: values ?? [], rows: result.rows })
    return result
  } as never
  try {
    await work()
    return statements
  } finally {
    pg.Client.prototype.query = original as never
  }
}

/**
 * Sends the statements again. A value that an earlier statement had returned, such as the id of the
 * order, is replaced by what that statement returns this time; `fresh` makes what must be new.
 */
export async function replay(
  client: pg.PoolClient,
  recording: readonly Statement[],
  fresh: (value: unknown) => unknown,
) {
  const known = new Map<unknown, unknown>()
  for (const { text, values, rows } of recording) {
    const current = values.map((value) => (known.has(value) ? known.get(value) : fresh(value)))
    const result = await client.query(text, current)
    rows.forEach((row, at) => {
      for (const [name, value] of Object.entries(row)) {
        if (typeof value === 'string' && value.length === 36)
          known.set(value, result.rows[at]?.[name])
      }
    })
  }
}
