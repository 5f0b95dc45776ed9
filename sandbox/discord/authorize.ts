import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { clock } from '#server/kernel/time/clock.ts'
import { isOwnRequest } from '../access.ts'
import { randomText } from '../ids.ts'
import { type Html, html } from '../pages/html.ts'
import { layout } from '../pages/layout.ts'
import type { Sandbox } from '../sandbox.ts'
import { parseForm } from '../stripe/form.ts'
import { addAccount } from './world.ts'

/** How long an authorisation code is valid. */
const codeMs = 60_000

const question = z.object({
  response_type: z.literal('code'),
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.string(),
  state: z.string().optional(),
})
const answer = z.object({
  decision: z.enum(['authorize', 'cancel']),
  state: z.string().optional(),
  account: z.string().optional(),
  username: z.string().trim().toLowerCase().optional(),
})

/** The page where a person chooses a Discord account. Register it under `/discord/oauth2`. */
export function authorizePage(sandbox: Sandbox, clientId: string, redirectUri: string) {
  const { discord, siteUrl } = sandbox
  // `form-action` must list the shop's origin, or the browser blocks the redirect after the form.
  const policy = `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${new URL(siteUrl).origin}; base-uri 'none'; frame-ancestors 'none'`

  function show(reply: FastifyReply, title: string, body: Html) {
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(layout(sandbox, '/discord', title, body))
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, parseForm(String(body))),
    )

    app.get('/authorize', ({ query }, reply) => {
      const asked = question.safeParse(query)
      if (!asked.success || asked.data.client_id !== clientId)
        return show(reply.code(400), 'Unknown application', html`<p>Discord knows no such one.</p>`)
      if (asked.data.redirect_uri !== redirectUri)
        return show(reply.code(400), 'Invalid OAuth2 redirect_uri', html`<p>It is not known.</p>`)
      return show(reply, 'Link your Discord account', form(sandbox, asked.data.state))
    })

    app.post('/authorize', (request, reply) => {
      if (!isOwnRequest(request)) return reply.code(403).send({ detail: 'Not from here' })
      const given = answer.safeParse(request.body)
      if (!given.success) return reply.code(400).send({ detail: 'What shall it be?' })
      const { decision, state, account, username } = given.data
      const back = new URL(redirectUri)
      if (decision === 'cancel') {
        back.searchParams.set('error', 'access_denied')
        back.searchParams.set(
          'error_description',
          'The resource owner or authorization server denied the request',
        )
      } else {
        const chosen = username
          ? addAccount(discord, username, true)
          : discord.accounts.get(account ?? '')
        if (!chosen) return reply.code(400).send({ detail: 'Nobody was chosen' })
        const code = randomText(30)
        discord.codes.put(code, { account: chosen.id, expiresAt: clock.now() + codeMs })
        back.searchParams.set('code', code)
      }
      if (state !== undefined) back.searchParams.set('state', state)
      return reply.redirect(back.href, 302)
    })
  }
}

function form({ discord }: Sandbox, state: string | undefined): Html {
  return html`
    <p class="lead">
      The shop asks who you are at Discord. This stands in for Discord’s own page: choose whom to be.
    </p>
    <form method="post" action="/discord/oauth2/authorize" class="consent">
      ${state !== undefined && html`<input type="hidden" name="state" value="${state}" />`}
      <fieldset>
        <legend>Who you are</legend>
        ${discord.accounts.all().map(
          ({ id, username, inServer }, index) =>
            html`<label class="tick">
                <input type="radio" name="account" value="${id}" ${index === 0 ? html`checked` : ''} />
                <span>${username}${!inServer && ', not in the server'}</span>
              </label>`,
        )}
        <label class="field">
          <span>Or somebody new, called</span>
          <input name="username" maxlength="32" pattern="[A-Za-z0-9._]{2,32}" autocomplete="off" />
        </label>
      </fieldset>
      <div class="actions">
        <button class="primary" name="decision" value="authorize">Authorize</button>
        <button name="decision" value="cancel" formnovalidate>Cancel</button>
      </div>
    </form>
  `
}
