/** `npm run api-key -- --name ci [--scope upload_releases …]` creates a key; `--revoke` ends it. */
import { parseArgs } from 'node:util'
import { type Scope, scopes } from '#contract/wire/capabilities.ts'
import { runCommand } from '#server/kernel/commands/command.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { createApiKey, revokeApiKeys } from './keys.ts'

function readArguments() {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      scope: { type: 'string', multiple: true, default: ['report_status'] },
      revoke: { type: 'boolean', default: false },
    },
  })
  const name = values.name?.trim()
  if (!name) throw new StartError('Name the key, such as: npm run api-key -- --name ci')
  const chosen = values.scope.map((given) => scopes.find((scope) => scope === given))
  if (chosen.includes(undefined))
    throw new StartError(`Choose one or more permissions with --scope: ${scopes.join(', ')}`)
  return { name, revoke: values.revoke, chosen: [...new Set(chosen)] as Scope[] }
}

await runCommand(readArguments, async (db, { name, revoke, chosen }) =>
  revoke ? `${await revokeApiKeys(db, name)} revoked` : createApiKey(db, name, chosen),
)
