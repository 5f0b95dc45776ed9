/** `npm run migrate` brings the database up to date and exits, before new processes are started. */
import { parseArgs } from 'node:util'
import { runCommand } from '#server/kernel/commands/command.ts'

// `runCommand` migrates before every command, so nothing else is left to do.
await runCommand(
  () => parseArgs({}),
  async () => 'The database is up to date.',
)
