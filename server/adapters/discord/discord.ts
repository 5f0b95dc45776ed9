import { OutsideFailure } from '#server/kernel/outside-failure.ts'

/** Discord cannot be reached, does not answer in time, or fails: another time it may work. */
export class DiscordDown extends OutsideFailure {
  override name = 'DiscordDown'
  /** What was asked may have been done all the same. */
  readonly mayHaveArrived: boolean

  constructor(message: string, { cause, mayHaveArrived = false }: DownOptions = {}) {
    super(message, { cause })
    this.mayHaveArrived = mayHaveArrived
  }
}

type DownOptions = { cause?: unknown; mayHaveArrived?: boolean }

/** Too much was asked of it: nothing may be before so many seconds have passed. */
export class DiscordBusy extends OutsideFailure {
  override name = 'DiscordBusy'
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super(`Discord asks for a pause of ${retryAfter} seconds`)
    this.retryAfter = retryAfter
  }
}

/** Discord understood and said no: the same again would be refused again. */
export class DiscordRefused extends Error {
  override name = 'DiscordRefused'
  /** Discord's own where it gives one, else the status. */
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Discord's own codes that something follows from here. */
export const discordCodes = {
  unknownServer: 10_004,
  unknownMember: 10_007,
  unknownUser: 10_013,
  missingAccess: 50_001,
  missingPermissions: 50_013,
} as const

/** The account is not in the server, or there is none any more. */
export const isNotThere = ({ code }: DiscordRefused) =>
  code === discordCodes.unknownMember || code === discordCodes.unknownUser

export type DiscordAccount = {
  /** A snowflake: it does not fit a number. */
  id: string
  username: string
}

export type DiscordInspection = {
  applicationId: string
  /** Where the application lets browsers come back to. */
  redirects: string[]
  server: string
  mayManageRoles: boolean
}

/** The parts of Discord that the store uses: who somebody is, and their roles in its server. */
export type Discord = {
  /** Where a browser goes to say who it is. It comes back to `/discord`. */
  authorizeUrl(state: string): string
  /** Who came back with this code, which is good once and for a minute. */
  identify(code: string): Promise<DiscordAccount>
  /** Ids of the roles that somebody has in the server; null when they are not in it. */
  rolesOf(accountId: string): Promise<string[] | null>
  /** Done twice it is done. `reason` stands in the server's audit log. */
  giveRole(accountId: string, roleId: string, reason: string): Promise<void>
  takeRole(accountId: string, roleId: string, reason: string): Promise<void>
  /** What the bot and its application are, and what the bot may do in the server. */
  inspect(): Promise<DiscordInspection>
  /** Proves that Discord answers and that the bot is in the server. Throws when not. */
  check(): Promise<void>
}
