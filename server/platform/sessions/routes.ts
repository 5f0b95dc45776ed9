import type { FastifyInstance } from 'fastify'
import { mailRefusals, sessions } from '#contract/platform/sessions.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { Invalid } from '#server/kernel/http/parse-input.ts'
import { endBrowserSessions, endSession } from '#server/platform/sessions/sessions.ts'
import { clearBrowserCache, clearSession, setBrowser, setSession, visitOf } from './cookies.ts'
import { wrongCode } from './factor-codes.ts'
import { requestPasswordReset, requestVerification } from './mail-requests.ts'
import { endOwnSession, listSessions } from './own-sessions.ts'
import { changePassword } from './password-change.ts'
import { resetPassword } from './password-reset.ts'
import { type Challenge, signIn } from './sign-in.ts'
import { signUp } from './signup.ts'
import { verifyEmail } from './verification.ts'

export function sessionRoutes(app: FastifyInstance) {
  const { db, config, settings, services } = app.shop

  /** Refuses an action that requires a mailed link while the shop cannot send mail. */
  function requireMail() {
    if (app.shop.mail === null) throw new Refusal(mailRefusals.mail_not_set_up)
  }

  mount(app, sessions.get, (_, { user }) => present(user))

  mount(app, sessions.login, async ({ body }, { request, reply }) => {
    const outcome = await signIn(db, config, services.ring, body, visitOf(config, request))
    if ('challenge' in outcome) throw challenged(outcome.challenge)
    const { user, session, browser } = outcome.done
    setSession(config, reply, session)
    setBrowser(config, reply, browser)
    return present(user)
  })

  mount(app, sessions.logout, async (_, { request, reply }) => {
    const { session } = visitOf(config, request)
    if (session) await endSession(db, session)
    clearSession(config, reply)
    clearBrowserCache(reply)
  })

  mount(app, sessions.list, async (_, { user }) => ({ sessions: await listSessions(db, user) }))

  mount(app, sessions.end, ({ params }, { user }) => endOwnSession(db, user, params.id))

  mount(app, sessions.endOthers, (_, { user }) => endBrowserSessions(db, user.id, user.sessionId))

  mount(app, sessions.signup, async ({ body }) => {
    requireMail()
    await signUp(db, settings(), config, body)
  })

  mount(app, sessions.verifyEmail, async ({ query, body }) => {
    await verifyEmail(db, body?.token ?? tokenIn(query))
  })

  mount(app, sessions.resendVerification, async ({ body }) => {
    requireMail()
    await requestVerification(db, body)
  })

  mount(app, sessions.forgotPassword, async ({ body }) => {
    requireMail()
    await requestPasswordReset(db, body)
  })

  mount(app, sessions.resetPassword, async ({ query, body }, { request, reply }) => {
    const reset =
      typeof body === 'string'
        ? { token: tokenIn(query), password: body, loc: ['body'] }
        : { token: body.token, password: body.new_password, loc: ['body', 'new_password'] }
    const { browser } = await resetPassword(db, config, reset, visitOf(config, request))
    clearSession(config, reply)
    setBrowser(config, reply, browser)
  })

  mount(app, sessions.changePassword, async ({ body }, { user, request, reply }) => {
    const { current_password: current, new_password: next } = body
    const visit = visitOf(config, request)
    const session = await changePassword(db, config, user, { current, next }, visit)
    if (session) setSession(config, reply, session)
  })
}

function challenged(challenge: Challenge) {
  if (challenge === 'wrong_factor_code') return wrongCode()
  return new Refusal(sessions.login.refusals[challenge])
}

function tokenIn({ token }: { token?: string | undefined }): string {
  if (token !== undefined) return token
  const msg = 'The token from the link in the email is missing'
  throw new Invalid([{ type: 'missing', loc: ['body', 'token'], msg }])
}

type User = {
  id: number
  username: string
  email: string
  admin: boolean
  support: boolean
  created_at: Date
}

function present({ id, username, email, admin, support, created_at }: User) {
  return { uid: id, username, email, admin, support, created_at }
}
