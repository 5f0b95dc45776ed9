/** Makes an administrator, or lets one in again: `npm run admin -- --username you --email you@example.com`. */
import { parseArgs } from 'node:util'
import { email, username } from '#contract/credentials.ts'
import { closeDemoAccounts } from '#server/accounts/demo-passwords.ts'
import { passwordLink } from '#server/accounts/emails.ts'
import { runCommand } from '#server/kernel/command.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { appointAdmin } from './appoint.ts'

const usage = 'npm run admin -- --username you --email you@example.com'

function readArguments() {
  const { values } = parseArgs({
    options: {
      username: { type: 'string' },
      email: { type: 'string' },
      existing: { type: 'boolean', default: false },
    },
  })
  if (!values.username || !values.email) {
    throw new StartError(`Say who administrates the shop: ${usage}`)
  }
  return {
    username: usable('--username', username.safeParse(values.username)),
    email: usable('--email', email.safeParse(values.email)),
    existing: values.existing,
  }
}

function usable(
  option: string,
  parsed: { data?: string | undefined; error?: { issues: { message: string }[] } | undefined },
) {
  if (parsed.data !== undefined) return parsed.data
  throw new StartError(`${option} is not usable: ${parsed.error?.issues[0]?.message}.`)
}

await runCommand(readArguments, async (db, person, config) => {
  const token = await appointAdmin(db, person)
  const closed = config.sandbox ? 0 : await closeDemoAccounts(db)
  return [
    `${person.username} is an administrator. Choose the password at this address, within an hour:`,
    passwordLink(config, token),
    ...(closed > 0
      ? [`${closed} of the demo shop’s accounts had published passwords and are closed.`]
      : []),
  ].join('\n')
})
