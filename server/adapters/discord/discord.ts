import { OutsideFailure } from '#server/kernel/network/outside-failure.ts'

export class DiscordDown extends OutsideFailure {
  override name = 'DiscordDown'
  /** Whether the request may have taken effect anyway. */
  readonly mayHaveArrived: boolean

  constructor(message: string, { cause, mayHaveArrived = false }: DownOptions = {}) {
    super(message, { cause })
    this.mayHaveArrived = mayHaveArrived
  }
}

type DownOptions = { cause?: unknown; mayHaveArrived?: boolean }

/** Discord's rate limit is exceeded. Send nothing for `retryAfter` seconds. */
export class DiscordBusy extends OutsideFailure {
  override name = 'DiscordBusy'
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super(`Discord requires a pause of ${retryAfter} seconds`)
    this.retryAfter = retryAfter
  }
}

/** Discord rejected the request, and would reject it again. */
export class DiscordRefused extends Error {
  override name = 'DiscordRefused'
  /** Discord's own code if it sends one, else the HTTP status. */
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const discordCodes = {
  unknownServer: 10_004,
  unknownMember: 10_007,
  unknownUser: 10_013,
  missingAccess: 50_001,
  missingPermissions: 50_013,
} as const

export const isNotThere = ({ code }: DiscordRefused) =>
  code === discordCodes.unknownMember || code === discordCodes.unknownUser

export type DiscordAccount = {
  /** A snowflake, which does not fit a JavaScript number. */
  id: string
  username: string
}

export type DiscordInspection = {
  applicationId: string
  redirects: string[]
  server: string
  mayManageRoles: boolean
}

export type Discord = {
  authorizeUrl(state: string): string
  /** Returns the account for this code, which works once and for one minute. */
  identify(code: string): Promise<DiscordAccount>
  /** The ids of the account's roles in the server. Null if it is not a member. */
  rolesOf(accountId: string): Promise<string[] | null>
  /** Idempotent. `reason` appears in the server's audit log. */
  giveRole(accountId: string, roleId: string, reason: string): Promise<void>
  takeRole(accountId: string, roleId: string, reason: string): Promise<void>
  inspect(): Promise<DiscordInspection>
  check(): Promise<void>
}
