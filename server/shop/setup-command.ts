/**
 * `npm run setup` prints the link that makes its holder the first administrator. `npm run setup --
 * --admin you --email you@example.com` creates an administrator, or restores access for one.
 * `--existing` allows an account that is not an administrator yet. `npm run setup -- --from-demo`
 * first turns a demo into an empty shop. `--yes` confirms its question.
 */
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { email, username } from '#contract/wire/credentials.ts'
import { openStorage } from '#server/adapters/storage/open.ts'
import { runCommand } from '#server/kernel/commands/command.ts'
import { type Config, dataDirOf } from '#server/kernel/config/config.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { appointAdmin } from '#server/people/staff-users/appoint.ts'
import { countKeysOf } from '#server/platform/api-keys/staff-keys.ts'
import { passwordLink } from '#server/platform/sessions/mail-texts.ts'
import { declareDomains } from './domains.ts'
import { removeDemoFiles } from './setup/demo-files.ts'
import { isDemo, refuseDemo, takeDemoOut } from './setup/from-demo.ts'
import { issueSetupLink, setupUrl } from './setup/link.ts'
import { refuseBesideTestMode } from './setup/test-mode.ts'

declareDomains()

const usage = 'npm run setup -- --admin you --email you@example.com'
const testMode =
  'This shop is in test mode, so there is nothing to set up. Set SITE_URL to the address that customers will use'

function readArguments() {
  const { values } = parseArgs({
    options: {
      admin: { type: 'string' },
      email: { type: 'string' },
      existing: { type: 'boolean', default: false },
      'from-demo': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  })
  const { yes } = values
  const fromDemo = values['from-demo']
  if (!values.admin && !values.email) return { admin: null, fromDemo, yes }
  if (!values.admin || !values.email) {
    throw new StartError(`Name the administrator: ${usage}`)
  }
  const admin = {
    username: usable('--admin', username.safeParse(values.admin)),
    email: usable('--email', email.safeParse(values.email)),
    existing: values.existing,
  }
  return { admin, fromDemo, yes }
}

function usable(
  option: string,
  parsed: { data?: string | undefined; error?: { issues: { message: string }[] } | undefined },
) {
  if (parsed.data !== undefined) return parsed.data
  throw new StartError(`${option} is invalid: ${parsed.error?.issues[0]?.message}.`)
}

await runCommand(readArguments, async (db, { admin, fromDemo, yes }, config, url) => {
  const said: string[] = []
  if (fromDemo) {
    if (config.sandbox)
      throw new StartError(`${testMode}, then run the command with --from-demo again.`)
    if (!yes && (await isDemo(db)) && !(await agrees())) return 'Nothing was deleted.'
    said.push(...(await takeOut(db, config, url)))
  } else if (!config.sandbox) await refuseDemo(db)
  said.push(admin ? await appoint(db, config, admin) : await offerLink(db, config))
  return said.join('\n')
})

async function takeOut(db: Database, config: Config, url: string): Promise<string[]> {
  await refuseBesideTestMode(url)
  // Open the storage before deleting anything, so that an unusable bucket is reported first.
  const storage = await openStorage(config, dataDirOf(config))
  try {
    await takeDemoOut(db)
    const left = await removeDemoFiles(storage)
    const out =
      'The users and orders of the demo are deleted, with their codes, keys, releases and log. Products, posts, pictures and all settings except the shop’s name were kept.'
    return left ? [out, left] : [out]
  } finally {
    storage.close()
  }
}

/** The deletion is permanent, so without a terminal `--yes` is required. */
async function agrees(): Promise<boolean> {
  const goes =
    'This permanently deletes all users, orders, tickets, emails, codes, keys and releases in this database.'
  if (!process.stdin.isTTY) throw new StartError(`${goes} To continue, add --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${goes} Continue? (yes/no)`)).trim())
  } finally {
    terminal.close()
  }
}

async function appoint(db: Database, config: Config, admin: Parameters<typeof appointAdmin>[1]) {
  const { token, factorRemoved } = await appointAdmin(db, admin)
  const said = [
    `${admin.username} is now an administrator. Open this link within an hour to choose the password:`,
    passwordLink(config, token),
  ]
  if (factorRemoved)
    said.push(
      'Two-factor authentication was turned off for this account. Turn it on again in the profile.',
    )
  const keys = await countKeysOf(db, admin.username)
  if (keys > 0)
    said.push(
      `${keys} API keys that this account created still work, because pipelines may need them. Revoke the ones that you do not know at ${config.siteUrl}/admin/status.`,
    )
  return said.join('\n')
}

async function offerLink(db: Database, config: Config) {
  if (config.sandbox) {
    throw new StartError(`${testMode}.`)
  }
  const token = await issueSetupLink(db)
  if (token) return `Open this link within an hour to set up the shop: ${setupUrl(config, token)}`
  throw new StartError(`This shop already has an administrator. To restore access: ${usage}`)
}
