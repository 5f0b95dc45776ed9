import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Sandbox } from '../sandbox.ts'
import { cardsPage } from './cards.ts'
import { discordPage } from './discord.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'
import { letterDocument, mailListPage, messagePage } from './mail.ts'
import { overviewPage } from './overview.ts'
import { paymentsPage } from './payments.ts'
import { switchesPage } from './switches.ts'

const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"
/** A mail may show pictures and use styles, but cannot run scripts. */
const letterPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; frame-ancestors 'self'"

/** The pages of the sandbox. */
export function pageRoutes(sandbox: Sandbox) {
  const style = ['ground', 'parts', 'pages']
    .map((name) => readFileSync(new URL(`style/${name}.css`, import.meta.url), 'utf8'))
    .join('\n')

  return async (app: FastifyInstance): Promise<void> => {
    function show(reply: FastifyReply, path: string, title: string, body: Html) {
      return reply
        .header('content-security-policy', pagePolicy)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(layout(sandbox, path, title, body))
    }
    const absent = (reply: FastifyReply) =>
      show(reply.code(404), '/', 'Not found', html`<p>This page does not exist.</p>`)

    app.get('/style.css', (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
    )
    app.get('/', (_request, reply) => show(reply, '/', 'Overview', overviewPage(sandbox)))
    app.get<{ Querystring: { to?: string } }>('/mail', ({ query }, reply) =>
      show(reply, '/mail', 'Mail', mailListPage(sandbox, query.to?.trim() ?? '')),
    )
    app.get<{ Params: { id: string } }>('/mail/:id', ({ params }, reply) => {
      const message = sandbox.mailbox.get(params.id)
      return message ? show(reply, '/mail', message.subject, messagePage(message)) : absent(reply)
    })
    app.get<{ Params: { id: string } }>('/mail/:id/html', ({ params }, reply) => {
      const message = sandbox.mailbox.get(params.id)
      if (!message) return absent(reply)
      return reply
        .header('content-security-policy', letterPolicy)
        .type('text/html; charset=utf-8')
        .send(letterDocument(message))
    })
    app.get('/payments', (_request, reply) =>
      show(reply, '/payments', 'Payments', paymentsPage(sandbox)),
    )
    app.get('/cards', (_request, reply) => show(reply, '/cards', 'Cards', cardsPage(sandbox)))
    app.get('/discord', (_request, reply) =>
      show(reply, '/discord', 'Discord', discordPage(sandbox)),
    )
    app.get('/switches', (_request, reply) =>
      show(reply, '/switches', 'Switches', switchesPage(sandbox)),
    )
    app.setNotFoundHandler((_request, reply) => absent(reply))
  }
}
