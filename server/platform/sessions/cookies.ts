import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/kernel/config/config.ts'
import { cookieName } from '#server/kernel/http/callers.ts'
import { addressOf } from '#server/kernel/network/addresses.ts'
import { markerCookie, type Origin, type Session } from '#server/platform/sessions/sessions.ts'
import { browserDays } from './browsers.ts'

type Cookies = Pick<Config, 'secureCookies'>

function browserCookie({ secureCookies }: Cookies) {
  return secureCookies ? '__Host-browser' : 'browser'
}

/** Identifies the caller before authentication. */
export type Visit = Origin & {
  session: string | undefined
  /** Identifies the browser. Outlives the session and grants no access. */
  browser: string | undefined
}

export function visitOf(config: Cookies, request: FastifyRequest): Visit {
  return {
    address: addressOf(request),
    userAgent: request.headers['user-agent'],
    session: request.cookies[cookieName(config)] || undefined,
    browser: request.cookies[browserCookie(config)] || undefined,
  }
}

export function setSession(config: Cookies, reply: FastifyReply, { token, expires }: Session) {
  const cookie = { path: '/', sameSite: 'lax', secure: config.secureCookies, expires } as const
  reply.setCookie(cookieName(config), token, { ...cookie, httpOnly: true })
  reply.setCookie(markerCookie, '1', cookie)
}

export function clearSession(config: Cookies, reply: FastifyReply) {
  for (const name of [cookieName(config), markerCookie])
    reply.clearCookie(name, { path: '/', secure: config.secureCookies })
}

/** `"storage"` would also empty the cart, and `"cookies"` would make the browser unknown. */
export function clearBrowserCache(reply: FastifyReply) {
  reply.header('clear-site-data', '"cache"')
}

export function setBrowser(config: Cookies, reply: FastifyReply, token: string) {
  reply.setCookie(browserCookie(config), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.secureCookies,
    maxAge: browserDays * 86_400,
  })
}
