import type { RESTError, RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { clock } from '#server/kernel/time/clock.ts'
import { injectFaults } from '../faults.ts'
import { parseForm } from '../stripe/form.ts'
import type { Switches } from '../switches.ts'
import {
  accountBody,
  applicationBody,
  botBody,
  botMemberBody,
  clientTokenBody,
  guildBody,
  memberBody,
  messageBody,
  tokenBody,
  webhookBody,
  webhookId,
} from './bodies.ts'
import { limitRates } from './rate-limits.ts'
import { addMessage, changeRole, type DiscordWorld } from './world.ts'

export type DiscordKeys = {
  discordClientId: string
  discordClientSecret: string
  discordBotToken: string
  discordGuildId: string
  discordWebhookToken: string
}

/** An error response: Discord's code and message, or those of OAuth. */
class Failure extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, body: object) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

/** The parts of a message that the shop sends, within Discord's limits. */
const postOf = z.object({
  embeds: z
    .array(
      z.object({
        title: z.string().min(1).max(256),
        description: z.string().max(4096),
        url: z.url(),
        footer: z.object({ text: z.string().max(2048) }).optional(),
      }),
    )
    .length(1),
  allowed_mentions: z.object({ parse: z.tuple([]) }),
}) satisfies z.ZodType<Pick<RESTPostAPIWebhookWithTokenJSONBody, 'embeds' | 'allowed_mentions'>>

/** MANAGE_ROLES. */
const manageRoles = 1n << 28n

const wrongToken: RESTError = { code: 0, message: '401: Unauthorized' }
const invalidGrant = (field: string) =>
  new Failure(400, {
    error: 'invalid_grant',
    error_description: `Invalid "${field}" in request.`,
  })

type MemberRequest = {
  Params: { guild: string; account: string }
}
type WebhookRequest = { Params: { id: string; token: string } }
type RoleRequest = {
  Params: { guild: string; account: string; role: string }
}

/** The parts of Discord's API that the shop calls. Register them under `/discord/api/v10`. */
export function discordApi(
  world: DiscordWorld,
  switches: Switches,
  keys: DiscordKeys,
  redirectUri: string,
) {
  return async (app: FastifyInstance): Promise<void> => {
    injectFaults(app, switches, 'discord', { code: 0, message: '500: Internal Server Error' })
    limitRates(app, switches)
    app.setErrorHandler((error, request, reply) => {
      if (error instanceof Failure) return reply.code(error.status).send(error.body)
      const { statusCode = 500 } = error as FastifyError
      if (statusCode < 500) return reply.code(statusCode).send({ error: 'invalid_request' })
      request.log.error(error)
      return reply.code(500).send({ code: 0, message: '500: Internal Server Error' })
    })
    app.setNotFoundHandler((_request, reply) =>
      reply.code(404).send({ code: 0, message: '404: Not Found' }),
    )
    // Discord accepts only form encoding here.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, parseForm(String(body))),
    )

    app.post('/oauth2/token', (request) => {
      const form = (request.body ?? {}) as Record<string, unknown>
      const client = [keys.discordClientId, keys.discordClientSecret].join(':')
      const given =
        basicOf(request.headers.authorization) ?? `${form.client_id}:${form.client_secret}`
      if (given !== client) throw new Failure(401, { error: 'invalid_client' })
      if (form.grant_type === 'client_credentials') return clientTokenBody()
      if (form.grant_type !== 'authorization_code')
        throw new Failure(400, { error: 'unsupported_grant_type' })
      if (form.redirect_uri !== redirectUri) throw invalidGrant('redirect_uri')
      const name = String(form.code)
      const code = world.codes.get(name)
      world.codes.delete(name)
      if (!code || code.expiresAt < clock.now()) throw invalidGrant('code')
      const body = tokenBody()
      world.tokens.put(body.access_token, { account: code.account })
      return body
    })

    const isBot = ({ authorization }: { authorization?: string }) =>
      authorization === `Bot ${keys.discordBotToken}`

    app.get('/applications/@me', ({ headers }) => {
      if (!isBot(headers)) throw new Failure(401, wrongToken)
      return applicationBody(keys.discordClientId, redirectUri)
    })

    app.get('/users/@me', ({ headers }) => {
      if (isBot(headers)) return botBody(keys.discordClientId)
      const token = world.tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '')
      const account = token && world.accounts.get(token.account)
      if (!account) throw new Failure(401, wrongToken)
      return accountBody(account)
    })

    const webhookPath = `/webhooks/:id/:token`
    const requireHook = ({ params }: FastifyRequest<WebhookRequest>) => {
      if (params.id === webhookId && params.token === keys.discordWebhookToken) return
      throw new Failure(404, { code: 10_015, message: 'Unknown Webhook' })
    }
    app.register(async (hooks) => {
      hooks.addContentTypeParser(
        'application/json',
        { parseAs: 'string' },
        (_request, body, done) => done(null, JSON.parse(String(body))),
      )
      hooks.get<WebhookRequest>(webhookPath, (request) => {
        requireHook(request)
        return webhookBody(keys.discordGuildId, keys.discordWebhookToken)
      })
      hooks.post<WebhookRequest>(webhookPath, (request) => {
        requireHook(request)
        const posted = postOf.safeParse(request.body)
        if (!posted.success) throw new Failure(400, { code: 50_035, message: 'Invalid Form Body' })
        return messageBody(addMessage(world, posted.data))
      })
    })

    app.register(async (guild) => {
      guild.addHook<MemberRequest>('preHandler', async ({ headers, params }) => {
        if (!isBot(headers)) throw new Failure(401, wrongToken)
        if (params.guild !== keys.discordGuildId)
          throw new Failure(404, { code: 10_004, message: 'Unknown Guild' })
        if (switches.discord.bot === 'not_in_server')
          throw new Failure(403, { code: 50_001, message: 'Missing Access' })
        // The shop's setup also looks up the bot itself and the server.
        if (!params.account || params.account === keys.discordClientId) return
        const account = world.accounts.get(params.account)
        if (!account) throw new Failure(404, { code: 10_013, message: 'Unknown User' })
        if (!account.inServer) throw new Failure(404, { code: 10_007, message: 'Unknown Member' })
      })
      guild.get<MemberRequest>('/guilds/:guild', ({ params }) =>
        guildBody(
          params.guild,
          keys.discordClientId,
          switches.discord.bot === 'below_role' ? 0n : manageRoles,
        ),
      )
      guild.get<MemberRequest>('/guilds/:guild/members/:account', ({ params }) =>
        params.account === keys.discordClientId
          ? botMemberBody(params.account)
          : memberBody(world.accounts.get(params.account)!),
      )
      for (const method of ['PUT', 'DELETE'] as const)
        guild.route<RoleRequest>({
          method,
          url: '/guilds/:guild/members/:account/roles/:role',
          handler: (request, reply) => {
            const { account, role } = request.params
            if (switches.discord.bot === 'below_role')
              throw new Failure(403, { code: 50_013, message: 'Missing Permissions' })
            if (!/^\d{17,20}$/.test(role))
              throw new Failure(404, { code: 10_011, message: 'Unknown Role' })
            const reason = reasonOf(request)
            changeRole(world, { account, role, given: method === 'PUT', reason })
            return reply.code(204).send()
          },
        })
    })
  }
}

function basicOf(header: string | undefined): string | null {
  const encoded = /^Basic (.+)$/.exec(header ?? '')?.[1]
  return encoded ? Buffer.from(encoded, 'base64').toString() : null
}

function reasonOf({ headers }: FastifyRequest<RoleRequest>): string {
  const encoded = String(headers['x-audit-log-reason'] ?? '')
  if (encoded.length > 512) throw new Failure(400, { code: 50035, message: 'Invalid Form Body' })
  return decodeURIComponent(encoded)
}
