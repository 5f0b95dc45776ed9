import type { FastifyInstance } from 'fastify'
import { sessions } from '#contract/sessions.ts'
import { addressOf } from '#server/kernel/addresses.ts'
import { Invalid, mount } from '#server/kernel/mount.ts'
import { endSession, renewSession, startSession } from '#server/kernel/sessions.ts'
import { writeLog } from '#server/logs/log.ts'
import { fingerprintOf, rememberBrowser } from './browsers.ts'
import { logIn } from './login.ts'
import { requestPasswordReset, requestVerification } from './mail-requests.ts'
import { deviceOf, tellNewSignIn } from './new-sign-in.ts'
import { changePassword } from './password-change.ts'
import { resetPassword } from './password-reset.ts'
import { signUp } from './signup.ts'
import { verifyEmail } from './verification.ts'

export function sessionRoutes(app: FastifyInstance) {
  const { db, config, settings } = app.shop

  mount(app, sessions.get, (_, { user }) => present(user))

  mount(app, sessions.login, async ({ body }, { request, reply }) => {
    const { username, password } = body
    const browser = fingerprintOf(config, request)
    const address = addressOf(request)
    const user = await logIn(db, { username, password, address, browser })
    await endSession(db, config, request, reply)
    await startSession(db, config, user.id, request, reply)
    const seen = await rememberBrowser(db, config, user.id, request, reply)
    await writeLog(db, {
      source: 'auth',
      level: 'success',
      message: 'Signed in',
      details: { device: deviceOf(request.headers['user-agent']), new_browser: seen === 'new' },
      userId: user.id,
    })
    if (seen === 'new') {
      await tellNewSignIn(db, config, user, {
        address,
        userAgent: request.headers['user-agent'],
      })
    }
    return present(user)
  })

  mount(app, sessions.logout, async (_, { request, reply }) => {
    await endSession(db, config, request, reply)
  })

  mount(app, sessions.signup, async ({ body }) => {
    await signUp(db, settings(), config, body)
  })

  mount(app, sessions.verifyEmail, async ({ query, body }) => {
    await verifyEmail(db, body?.token ?? tokenIn(query))
  })

  mount(app, sessions.resendVerification, async ({ body }) => {
    await requestVerification(db, body)
  })

  mount(app, sessions.forgotPassword, async ({ body }) => {
    await requestPasswordReset(db, body)
  })

  mount(app, sessions.resetPassword, async ({ query, body }, { request, reply }) => {
    const userId = await resetPassword(
      db,
      config,
      typeof body === 'string'
        ? { token: tokenIn(query), password: body, loc: ['body'] }
        : { token: body.token, password: body.new_password, loc: ['body', 'new_password'] },
    )
    await endSession(db, config, request, reply)
    // Failed attempts from other browsers do not lock out a browser that signed in before.
    await rememberBrowser(db, config, userId, request, reply)
  })

  mount(app, sessions.changePassword, async ({ body }, { user, reply }) => {
    const { current_password: current, new_password: next } = body
    await changePassword(db, config, user, { current, next })
    await renewSession(db, config, user.sessionId, reply)
  })
}

/** Of a call that gives it in its address. */
function tokenIn({ token }: { token?: string | undefined }): string {
  if (token !== undefined) return token
  const msg = 'The token of the mailed link is missing'
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
