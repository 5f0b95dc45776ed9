import type { FastifyRequest } from 'fastify'
import type { Scope } from '#contract/capabilities.ts'
import type { Config } from './config.ts'

/** Who is signed in, as every handler needs it. */
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
    /** The key that it was admitted by. */
    apiKey: { id: number; name: string } | undefined
  }
}

/** How requests prove who calls: given by the domains that keep sessions, keys and loaders. */
export type Callers = {
  /** The user of the request's session; undefined without a live one, or when banned or deleted. */
  findUser: (request: FastifyRequest) => Promise<SessionUser | undefined>
  /** Throws `invalid_api_key`, and `key_not_allowed` for one that may do something else. */
  requireApiKey: (
    request: FastifyRequest,
    scope: Scope,
  ) => Promise<NonNullable<FastifyRequest['apiKey']>>
  /** Throws 401 for who is not a paired loader, or did not sign what they sent. */
  admitLoader: (request: FastifyRequest) => Promise<NonNullable<FastifyRequest['loader']>>
  /** Throws for a captcha that is wrong, spent or cannot be judged. */
  checkCaptcha: (token: string, address: string) => Promise<void>
}

export function cookieName(config: Pick<Config, 'secureCookies'>) {
  return config.secureCookies ? '__Host-session' : 'session'
}
