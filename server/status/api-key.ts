/** Makes or ends an API key of a build pipeline: `npm run api-key -- --name ci [--revoke]`. */
import { parseArgs } from 'node:util'
import { migrate } from '#db/migrate.ts'
import { createApiKey, revokeApiKeys } from '#server/kernel/api-keys.ts'
import { loadConfig } from '#server/kernel/config.ts'
import { openDatabase } from '#server/kernel/database.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'
import { StartError } from '#server/kernel/start-error.ts'

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

function readArguments() {
  const { values } = parseArgs({
    options: { name: { type: 'string' }, revoke: { type: 'boolean', default: false } },
  })
  const name = values.name?.trim()
  if (!name) throw new StartError('Give the key a name, such as: npm run api-key -- --name ci')
  return { name, revoke: values.revoke }
}

async function run({ name, revoke }: ReturnType<typeof readArguments>) {
  const config = loadConfig()
  const own = config.databaseUrl
    ? null
    : await startPostgres({ dataDir: config.dataDir, log: (line) => console.error(line) })
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? own!.url
  try {
    await migrate(url)
    const db = openDatabase(url, 2)
    if (revoke) say(`${await revokeApiKeys(db, name)} revoked`)
    else say(await createApiKey(db, name))
    await db.destroy()
  } finally {
    await own?.stop()
  }
}

try {
  await run(readArguments())
} catch (error) {
  const expected =
    error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(expected ? (error as Error).message : error)
  process.exitCode = 1
}
