/**
 * `npm run setup` prints the link that makes its holder the first administrator;
 * `npm run setup -- --admin you --email you@example.com` makes one, or lets one in again.
 */
import '#server/followers.ts'
import { parseArgs } from 'node:util'
import { email, username } from '#contract/credentials.ts'
import { runCommand } from '#server/kernel/command.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { passwordLink } from '#server/sessions/emails.ts'
import { appointAdmin } from '#server/staff-users/appoint.ts'
import { closeDemo, requireChoice } from '#server/staff-users/demo-staff.ts'
import { issueSetupLink, setupUrl } from './link.ts'

const usage = 'npm run setup -- --admin you --email you@example.com'

function readArguments() {
  const { values } = parseArgs({
    options: {
      admin: { type: 'string' },
      email: { type: 'string' },
      existing: { type: 'boolean', default: false },
      'demo-staff': { type: 'string' },
    },
  })
  const demoStaff = values['demo-staff']
  if (demoStaff !== undefined && demoStaff !== 'remove' && demoStaff !== 'keep') {
    throw new StartError('--demo-staff is not usable: say remove or keep.')
  }
  if (!values.admin && !values.email) return { person: null, demoStaff }
  if (!values.admin || !values.email) {
    throw new StartError(`Say who administrates the shop: ${usage}`)
  }
  const person = {
    username: usable('--admin', username.safeParse(values.admin)),
    email: usable('--email', email.safeParse(values.email)),
    existing: values.existing,
  }
  return { person, demoStaff }
}

function usable(
  option: string,
  parsed: { data?: string | undefined; error?: { issues: { message: string }[] } | undefined },
) {
  if (parsed.data !== undefined) return parsed.data
  throw new StartError(`${option} is not usable: ${parsed.error?.issues[0]?.message}.`)
}

await runCommand(readArguments, async (db, { person, demoStaff }, config) => {
  if (!person) return printLink(db, config)
  if (config.sandbox && demoStaff) {
    throw new StartError(
      '--demo-staff is for a demo shop that leaves test mode: set SITE_URL to the address that customers will use.',
    )
  }
  if (!config.sandbox) await requireChoice(db, person.username, demoStaff)
  const token = await appointAdmin(db, person)
  const closed = config.sandbox ? [] : await closeDemo(db, person.username, demoStaff === 'keep')
  return [
    `${person.username} is an administrator. Choose the password at this address, within an hour:`,
    passwordLink(config, token),
    ...closed,
  ].join('\n')
})

async function printLink(db: Database, config: Config) {
  if (config.sandbox) {
    throw new StartError(
      'This shop is in test mode, and there is nothing to set up: set SITE_URL to the address that customers will use.',
    )
  }
  const token = await issueSetupLink(db)
  if (token) return `Make this shop yours, within an hour: ${setupUrl(config, token)}`
  throw new StartError(`This shop has an administrator. To let one in again: ${usage}`)
}
