/** Makes an administrator, or lets one in again: `npm run admin -- --username you --email you@example.com`. */
import '#server/followers.ts'
import { parseArgs } from 'node:util'
import { email, username } from '#contract/credentials.ts'
import { runCommand } from '#server/kernel/command.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { passwordLink } from '#server/sessions/emails.ts'
import { appointAdmin } from './appoint.ts'
import { closeDemo, requireChoice } from './demo-staff.ts'

const usage = 'npm run admin -- --username you --email you@example.com'

function readArguments() {
  const { values } = parseArgs({
    options: {
      username: { type: 'string' },
      email: { type: 'string' },
      existing: { type: 'boolean', default: false },
      'demo-staff': { type: 'string' },
    },
  })
  if (!values.username || !values.email) {
    throw new StartError(`Say who administrates the shop: ${usage}`)
  }
  const demoStaff = values['demo-staff']
  if (demoStaff !== undefined && demoStaff !== 'remove' && demoStaff !== 'keep') {
    throw new StartError('--demo-staff is not usable: say remove or keep.')
  }
  return {
    demoStaff,
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

await runCommand(readArguments, async (db, { demoStaff, ...person }, config) => {
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
