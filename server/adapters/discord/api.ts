import type {
  APIRole,
  RESTGetAPICurrentUserResult,
  RESTGetAPIGuildMemberResult,
  RESTGetAPIGuildResult,
  RESTGetCurrentApplicationResult,
  RESTOAuth2AuthorizationQuery,
  RESTPostOAuth2AccessTokenResult,
  RESTPostOAuth2AccessTokenURLEncodedData,
  RESTPostOAuth2ClientCredentialsURLEncodedData,
} from 'discord-api-types/v10'
import * as z from 'zod'
import { type Discord, DiscordDown, DiscordRefused, isNotThere } from './discord.ts'
import { caller } from './http.ts'

type Options = {
  clientId: string
  clientSecret: string
  botToken: string
  guildId: string
  siteUrl: string
  apiBase?: string
  authorizeBase?: string
  timeoutMs?: number
}

// Each schema reads only fields that Discord publishes.
const token = z.object({ access_token: z.string() }) satisfies z.ZodType<
  Pick<RESTPostOAuth2AccessTokenResult, 'access_token'>
>
const account = z.object({ id: z.string(), username: z.string() }) satisfies z.ZodType<
  Pick<RESTGetAPICurrentUserResult, 'id' | 'username'>
>
const member = z.object({ roles: z.array(z.string()) }) satisfies z.ZodType<
  Pick<RESTGetAPIGuildMemberResult, 'roles'>
>
const applicationOf = z.object({
  id: z.string(),
  redirect_uris: z.array(z.string()).default([]),
}) satisfies z.ZodType<Pick<RESTGetCurrentApplicationResult, 'id' | 'redirect_uris'>>
const guildOf = z.object({
  name: z.string(),
  roles: z.array(z.object({ id: z.string(), permissions: z.string().regex(/^\d+$/) })),
}) satisfies z.ZodType<
  Pick<RESTGetAPIGuildResult, 'name'> & { roles: Pick<APIRole, 'id' | 'permissions'>[] }
>
/** ADMINISTRATOR and MANAGE_ROLES. */
const manages = (1n << 3n) | (1n << 28n)

export function discordApi(options: Options): Discord {
  const {
    clientId,
    clientSecret,
    guildId,
    siteUrl,
    apiBase = 'https://discord.com/api/v10',
    authorizeBase = 'https://discord.com/oauth2/authorize',
    timeoutMs,
  } = options
  const ways = { apiBase, userAgent: `DiscordBot (${siteUrl}, 1)`, ...(timeoutMs && { timeoutMs }) }
  const ask = caller(ways)
  // Sign-in and the bot have separate rate limits, so a pause of one does not delay the other.
  const askAsBot = caller(ways)
  const redirectUri = `${siteUrl}/discord`
  const memberPath = (id: string) => `/guilds/${guildId}/members/${encodeURIComponent(id)}`
  const bot = { authorization: `Bot ${options.botToken}` }

  function changeRole(method: 'PUT' | 'DELETE') {
    return async (accountId: string, roleId: string, reason: string) => {
      await askAsBot({
        method,
        path: `${memberPath(accountId)}/roles/${encodeURIComponent(roleId)}`,
        headers: { ...bot, 'x-audit-log-reason': auditReason(reason) },
      })
    }
  }

  async function rolesOf(accountId: string) {
    try {
      const answer = await askAsBot({ method: 'GET', path: memberPath(accountId), headers: bot })
      return understood(member, answer).roles
    } catch (error) {
      if (error instanceof DiscordRefused && isNotThere(error)) return null
      throw error
    }
  }

  return {
    authorizeUrl(state) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        scope: 'identify',
        state,
        redirect_uri: redirectUri,
      } satisfies RESTOAuth2AuthorizationQuery)
      return `${authorizeBase}?${query}`
    },

    async identify(code) {
      const { access_token } = understood(
        token,
        await ask({
          method: 'POST',
          path: '/oauth2/token',
          form: {
            grant_type: 'authorization_code',
            code,
            redirect_uri: redirectUri,
            client_id: clientId,
            client_secret: clientSecret,
          } satisfies RESTPostOAuth2AccessTokenURLEncodedData,
        }),
      )
      const headers = { authorization: `Bearer ${access_token}` }
      return understood(account, await ask({ method: 'GET', path: '/users/@me', headers }))
    },

    rolesOf,

    async inspect() {
      // Fails if the client secret is not the application's.
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
      await ask({
        method: 'POST',
        path: '/oauth2/token',
        headers: { authorization: `Basic ${basic}` },
        form: {
          grant_type: 'client_credentials',
          scope: 'identify',
        } satisfies RESTPostOAuth2ClientCredentialsURLEncodedData,
      })
      const read = async <S extends z.ZodType>(schema: S, path: string) =>
        understood(schema, await askAsBot({ method: 'GET', path, headers: bot }))
      const application = await read(applicationOf, '/applications/@me')
      const { id } = await read(account, '/users/@me')
      const guild = await read(guildOf, `/guilds/${guildId}`)
      const { roles } = await read(member, memberPath(id))
      // Every member has the role whose id is the server's own.
      const own = guild.roles.filter((role) => role.id === guildId || roles.includes(role.id))
      return {
        applicationId: application.id,
        redirects: application.redirect_uris,
        server: guild.name,
        mayManageRoles: own.some(({ permissions }) => (BigInt(permissions) & manages) !== 0n),
      }
    },

    // No member has this id. Any answer proves that the bot may read members.
    check: async () => void (await rolesOf('1')),

    giveRole: changeRole('PUT'),
    takeRole: changeRole('DELETE'),
  }
}

function understood<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new DiscordDown(`Discord’s response could not be read: ${parsed.error.issues[0]?.message}`)
}

/** Cuts to Discord's 512 encoded characters ('Audit Logs Resource'), never within a character. */
export function auditReason(reason: string): string {
  let encoded = ''
  for (const character of reason) {
    const next = encoded + encodeURIComponent(character)
    if (next.length > 512) break
    encoded = next
  }
  return encoded
}
