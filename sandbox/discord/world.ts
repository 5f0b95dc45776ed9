import { clock } from '#server/kernel/time/clock.ts'
import { randomText } from '../ids.ts'
import type { Store, Table } from '../store.ts'

export type Account = {
  id: string
  username: string
  email: string
  inServer: boolean
  /** Ids of the account's roles in the server. */
  roles: string[]
}

/** The authorisation code that a browser brings back from the authorisation page. */
type Code = {
  account: string
  expiresAt: number
}

/** An entry of the server's audit log. */
export type RoleChange = {
  at: string
  account: string
  role: string
  given: boolean
  reason: string
}

/** A message in the webhook's channel. */
export type Message = {
  id: string
  at: string
  embeds: {
    title: string
    description: string
    url: string
    footer?: { text: string } | undefined
  }[]
}

export type DiscordWorld = {
  accounts: Table<Account>
  codes: Table<Code>
  /** Access tokens with their accounts. */
  tokens: Table<{ account: string }>
  changes: Table<RoleChange>
  messages: Table<Message>
}

/** The initial accounts: two members of the server, and one who never joined. */
const people = [
  { username: 'nova', inServer: true },
  { username: 'kestrel', inServer: true },
  { username: 'drifter', inServer: false },
]

export function createDiscordWorld(store: Store): DiscordWorld {
  const world: DiscordWorld = {
    accounts: store.table('discord_accounts', 500),
    codes: store.table('discord_codes', 500),
    tokens: store.table('discord_tokens', 500),
    changes: store.table('discord_changes', 200),
    messages: store.table('discord_messages', 200),
  }
  if (world.accounts.all().length === 0)
    for (const { username, inServer } of people) addAccount(world, username, inServer)
  return world
}

/** Returns the account with this name, and creates it if necessary. */
export function addAccount(world: DiscordWorld, username: string, inServer: boolean): Account {
  const known = world.accounts.all().find((account) => account.username === username)
  if (known) return known
  const id = `1${randomText(18, '0123456789')}`
  const email = `${username}@discord.example`
  return world.accounts.put(id, { id, username, email, inServer, roles: [] })
}

/** Joins or leaves the server. An account that leaves loses its roles and returns without them. */
export function setMembership(world: DiscordWorld, id: string, inServer: boolean): Account {
  return world.accounts.update(id, { inServer, roles: [] })
}

export function changeRole(world: DiscordWorld, change: Omit<RoleChange, 'at'>): void {
  const { account, role, given } = change
  const { roles } = world.accounts.get(account)!
  const others = roles.filter((id) => id !== role)
  world.accounts.update(account, { roles: given ? [...others, role] : others })
  const at = clock.date().toISOString()
  world.changes.put(`${at} ${randomText(6)}`, { ...change, at })
}

export function addMessage(world: DiscordWorld, { embeds }: Pick<Message, 'embeds'>): Message {
  const id = `1${randomText(18, '0123456789')}`
  return world.messages.put(id, { id, at: clock.date().toISOString(), embeds })
}
