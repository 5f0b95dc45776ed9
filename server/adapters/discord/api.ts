import * as z from 'zod'
import { type Discord, DiscordDown, DiscordRefused } from './discord.ts'
import { caller } from './http.ts'

type Options = {
  clientId: string
  clientSecret: string
  botToken: string
  guildId: string
  siteUrl: string
  /** Base of the API, with its version; the real one when left out. */
  apiBase?: string
  /** Where browsers authorise; the real page when left out. */
  authorizeBase?: string
  timeoutMs?: number
}

const token = z.object({ access_token: z.string() })
const account = z.object({ id: z.string(), username: z.string() })
const member = z.object({ roles: z.array(z.string()) })

/** Unknown member, unknown user. */
const notThere: readonly number[] = [10_007, 10_013]

/** Discord by its HTTP API: OAuth 2 for who somebody is, a bot for the roles. */
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
  // Signing in and the bot have limits of their own: a pause of one does not hold up the other.
  const askAsBot = caller(ways)
  const redirectUri = `${siteUrl}/discord`
  const memberPath = (id: string) => `/guilds/${guildId}/members/${encodeURIComponent(id)}`
  const bot = { authorization: `Bot ${options.botToken}` }

  function changeRole(method: 'PUT' | 'DELETE') {
    return async (accountId: string, roleId: string, reason: string) => {
      // By whole characters: halves of one cannot be encoded.
      const told = [...reason].slice(0, 150).join('')
      await askAsBot({
        method,
        path: `${memberPath(accountId)}/roles/${encodeURIComponent(roleId)}`,
        headers: { ...bot, 'x-audit-log-reason': encodeURIComponent(told) },
      })
    }
  }

  async function rolesOf(accountId: string) {
    try {
      const answer = await askAsBot({ method: 'GET', path: memberPath(accountId), headers: bot })
      return understood(member, answer).roles
    } catch (error) {
      if (error instanceof DiscordRefused && notThere.includes(error.code)) return null
      throw error
    }
  }

  return {
    authorizeUrl(state) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        scope: 'identify email',
        state,
        redirect_uri: redirectUri,
      })
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
          },
        }),
      )
      const headers = { authorization: `Bearer ${access_token}` }
      return understood(account, await ask({ method: 'GET', path: '/users/@me', headers }))
    },

    rolesOf,

    // Whoever has this id is nobody's member: that it is said proves all that is needed.
    check: async () => void (await rolesOf('1')),

    giveRole: changeRole('PUT'),
    takeRole: changeRole('DELETE'),
  }
}

function understood<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new DiscordDown(`Discord’s answer is not understood: ${parsed.error.issues[0]?.message}`)
}
