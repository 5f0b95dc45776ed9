import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { StartError } from '#server/kernel/config/start-error.ts'

export type Account = { uid: number; gid: number }

const accountName = 'loadout'

/** Undefined means the current user. PostgreSQL refuses root, so root uses another account. */
export function postgresAccount(existing?: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = existing && statSync(existing, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return accountOf(accountName) ?? accountOf('postgres') ?? createAccount()
}

/** Gives the account ownership of data that root has placed there, for example from a backup. */
export function handOver(data: string, account: Account) {
  if (statSync(data).uid === account.uid) return
  execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, data])
}

/** Options for a child process. It does not inherit our environment, which contains keys. */
export function runAs(account: Account | undefined) {
  return { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
}

function accountOf(name: string): Account | undefined {
  try {
    return { uid: id('-u', name), gid: id('-g', name) }
  } catch {
    return undefined
  }
}

function id(flag: '-u' | '-g', name: string) {
  return Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
}

function createAccount(): Account {
  let reason = ''
  try {
    const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']
    execFileSync('useradd', [...options, accountName], { stdio: 'pipe' })
  } catch (error) {
    reason = (error as Error).message.trim().replaceAll('\n', ' ')
  }
  const account = accountOf(accountName)
  if (account) return account
  throw new StartError(
    `PostgreSQL does not run as root and a user for it could not be created (${reason}): start as an ordinary user, create a user named ${accountName}, or set DATABASE_URL.`,
  )
}
