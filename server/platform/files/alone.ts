import { StartError } from '#server/kernel/config/start-error.ts'
import { leave, missMachine, newClient } from '#server/kernel/database/client.ts'
import { lockKeys } from '#server/kernel/database/lock-keys.ts'

/** Two moves would mistake each other's files for deleted ones. A lost lock ends the process. */
export async function aloneAtMoving<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const client = newClient(databaseUrl)
  await client.connect()
  await client.query(missMachine)
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [
      lockKeys.movingFiles,
    ])
    if (!rows[0].alone) throw new StartError('The files of this shop are already being moved.')
    client.on('end', stop)
    return await work()
  } finally {
    client.off('end', stop)
    await leave(client)
  }
}

function stop() {
  console.error(
    'The database connection was lost. Run npm run files -- move again once the database is back.',
  )
  process.exit(1)
}
