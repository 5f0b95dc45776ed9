import { type Config, loadConfig } from '#server/kernel/config/config.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { isDatabaseTrouble } from '#server/kernel/database/database-trouble.ts'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'

/** Prints a problem that the operator can fix as one sentence, with exit code 1. */
export async function runCommand<A>(
  readArguments: () => A,
  work: (db: Database, given: A, config: Config, url: string) => Promise<string>,
) {
  await answer(() => onDatabase(readArguments(), work))
}

export async function answer(work: () => Promise<string>) {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    console.error(sentenceOf(error) ?? error)
    process.exitCode = 1
  }
}

/** Undefined for an error that only its stack explains. */
export function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (isDatabaseTrouble(error)) {
    return `The database failed during the command (${error.message}). Check that it is running, then try again.`
  }
  const expected =
    error instanceof StartError ||
    error instanceof FilesTrouble ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  return expected ? error.message : undefined
}

async function onDatabase<A>(
  given: A,
  work: (db: Database, given: A, config: Config, url: string) => Promise<string>,
) {
  const config = loadConfig()
  const own = config.databaseUrl
    ? null
    : await startPostgres({ dataDir: config.dataDir, log: (line) => console.error(line) })
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? own!.url
  try {
    await migrate(url, { say: (sentence) => console.error(sentence) })
    const db = openDatabase(url, 2)
    try {
      return await work(db, given, config, url)
    } finally {
      await db.destroy()
    }
  } finally {
    await own?.stop()
  }
}
