/**
 * `npm run setup` prints the link that makes its holder the first administrator. `npm run setup --
 * --admin you --email you@example.com` creates an administrator, or restores access for one.
 * `--existing` allows an account that is not an administrator yet. `npm run setup -- --from-demo`
 * first turns a demo into an empty shop. `--yes` confirms its question.
 */
import '#server/followers.ts'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { email, username } from '#contract/credentials.ts'
import { openStorage } from '#server/adapters/storage/open.ts'
import { countKeysOf } from '#server/api-keys/staff-keys.ts'
import { runCommand } from '#server/kernel/command.ts'
import { type Config, dataDirOf } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { passwordLink } from '#server/sessions/mail-texts.ts'
import { appointAdmin } from '#server/staff-users/appoint.ts'
import { removeDemoFiles } from './demo-files.ts'
import { isDemo, refuseDemo, takeDemoOut } from './from-demo.ts'
import { issueSetupLink, setupUrl } from './link.ts'
import { refuseBesideTestMode } from './test-mode.ts'

const usage = 'npm run setup -- --admin you --email you@example.com'
const testMode =
  'This shop is in test mode, and there is nothing to set up: set SITE_URL to the address that customers will use'

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
    throw new StartError(`Say who administers the shop: ${usage}`)
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
  throw new StartError(`${option} is not usable: ${parsed.error?.issues[0]?.message}.`)
}

await runCommand(readArguments, async (db, { admin, fromDemo, yes }, config, url) => {
  const said: string[] = []
  if (fromDemo) {
    if (config.sandbox) throw new StartError(`${testMode}, then say --from-demo again.`)
    if (!yes && (await isDemo(db)) && !(await agrees())) return 'Nothing was taken out.'
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
      'The demo’s people and orders are out, with all that they made: codes, keys, releases, the log. Products, posts, pictures and all settings but the shop’s name are as they were.'
    return left ? [out, left] : [out]
  } finally {
    storage.close()
  }
}

/**
 * Asks the user at the terminal. Without a terminal, `--yes` is required, because the deletion is
 * permanent.
 */
async function agrees(): Promise<boolean> {
  const goes =
    'All people, orders, tickets, mails, codes, keys and releases in this database go, for good.'
  if (!process.stdin.isTTY) throw new StartError(`${goes} Say --yes as well to go on.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${goes} Go on? (yes/no) `)).trim())
  } finally {
    terminal.close()
  }
}

async function appoint(db: Database, config: Config, admin: Parameters<typeof appointAdmin>[1]) {
  const { token, factorRemoved } = await appointAdmin(db, admin)
  const said = [
    `${admin.username} is an administrator. Choose the password at this address, within an hour:`,
    passwordLink(config, token),
  ]
  if (factorRemoved)
    said.push('The second factor of the account was turned off. Turn on a new one in the profile.')
  const keys = await countKeysOf(db, admin.username)
  if (keys > 0)
    said.push(
      `API keys that the account made, ${keys} of them, still work, as pipelines may need them: revoke at ${config.siteUrl}/admin/status those that you do not know.`,
    )
  return said.join('\n')
}

async function offerLink(db: Database, config: Config) {
  if (config.sandbox) {
    throw new StartError(`${testMode}.`)
  }
  const token = await issueSetupLink(db)
  if (token) return `Make this shop yours, within an hour: ${setupUrl(config, token)}`
  throw new StartError(`This shop has an administrator. To let one in again: ${usage}`)
}
