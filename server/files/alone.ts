import { lockKeys } from '#server/kernel/lock-keys.ts'
import { leave, missMachine, newClient } from '#server/kernel/servers.ts'
import { StartError } from '#server/kernel/start-error.ts'

/**
 * Moves files while nobody else does: of two, the slower would take what the other has moved for
 * what the shop has deleted. Without the database nobody knows, and the process ends: what it was
 * about goes on when it is begun again.
 */
export async function aloneAtMoving<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const client = newClient(databaseUrl)
  await client.connect()
  await client.query(missMachine)
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [
      lockKeys.movingFiles,
    ])
    if (!rows[0].alone) throw new StartError('Files of this shop are being moved already.')
    client.on('end', stop)
    return await work()
  } finally {
    client.off('end', stop)
    await leave(client)
  }
}

function stop() {
  console.error('The database went away. Say npm run files -- move again once it is back.')
  process.exit(1)
}
