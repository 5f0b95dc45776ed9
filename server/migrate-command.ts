/** `npm run migrate` brings the database up to date and ends, before new processes are started. */
import { parseArgs } from 'node:util'
import { runCommand } from './kernel/command.ts'

// Every command migrates before it does anything.
await runCommand(
  () => parseArgs({}),
  async () => 'The database is up to date.',
)
