/** Makes or ends an API key of a build pipeline: `npm run api-key -- --name ci [--revoke]`. */
import { parseArgs } from 'node:util'
import { runCommand } from '#server/kernel/command.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { createApiKey, revokeApiKeys } from './keys.ts'

function readArguments() {
  const { values } = parseArgs({
    options: { name: { type: 'string' }, revoke: { type: 'boolean', default: false } },
  })
  const name = values.name?.trim()
  if (!name) throw new StartError('Give the key a name, such as: npm run api-key -- --name ci')
  return { name, revoke: values.revoke }
}

await runCommand(readArguments, async (db, { name, revoke }) =>
  revoke ? `${await revokeApiKeys(db, name)} revoked` : createApiKey(db, name),
)
