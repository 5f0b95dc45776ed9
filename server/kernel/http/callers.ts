import type { FastifyRequest } from 'fastify'
import type { Scope } from '#contract/wire/capabilities.ts'
import type { Config } from '#server/kernel/config/config.ts'

export type SessionUser = {
  sessionId: number
  id: number
  username: string
  email: string
  admin: boolean
  support: boolean
  created_at: Date
}

declare module 'fastify' {
  interface FastifyRequest {
    apiKey: { id: number; name: string } | undefined
  }
}

/** The modules that manage sessions, keys and loaders provide these functions. */
export type Callers = {
  /** Undefined if there is no valid session, or if the user is banned or deleted. */
  findUser: (request: FastifyRequest) => Promise<SessionUser | undefined>
  /** Throws `invalid_api_key`, or `key_not_allowed` if the key lacks this scope. */
  requireApiKey: (
    request: FastifyRequest,
    scope: Scope,
  ) => Promise<NonNullable<FastifyRequest['apiKey']>>
  /** Throws 401 if the caller is not a paired loader or did not sign the request. */
  admitLoader: (request: FastifyRequest) => Promise<NonNullable<FastifyRequest['loader']>>
  /** Throws if the captcha is wrong, already used, or cannot be verified. */
  checkCaptcha: (token: string, address: string) => Promise<void>
}

export function cookieName(config: Pick<Config, 'secureCookies'>) {
  return config.secureCookies ? '__Host-session' : 'session'
}
