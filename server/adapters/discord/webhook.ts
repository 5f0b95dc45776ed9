import type {
  RESTGetAPIWebhookWithTokenResult,
  RESTPostAPIWebhookWithTokenJSONBody,
  RESTPostAPIWebhookWithTokenWaitResult,
} from 'discord-api-types/v10'
import * as z from 'zod'
import { caller } from './http.ts'

export type Announcement = {
  title: string
  /** In Discord's Markdown. */
  text: string
  url: string
  footer?: string | undefined
}

export type Announcements = {
  /** Throws DiscordDown with `mayHaveArrived`: without idempotency keys, a retry may post twice. */
  post(announcement: Announcement): Promise<string>
  inspect(): Promise<{ name: string }>
  check(): Promise<void>
}

const message = z.object({ id: z.string() }) satisfies z.ZodType<
  Pick<RESTPostAPIWebhookWithTokenWaitResult, 'id'>
>
const webhook = z.object({ name: z.string().nullable() }) satisfies z.ZodType<
  Pick<RESTGetAPIWebhookWithTokenResult, 'name'>
>

/** Discord's length limits in characters. */
const longest = { title: 256, text: 4096, footer: 2048 }

type Options = { url: string; siteUrl: string; timeoutMs?: number }

/** A channel's webhook, whose URL is its secret. */
export function discordWebhook({ url, siteUrl, timeoutMs }: Options): Announcements {
  const call = caller({
    apiBase: url,
    userAgent: `DiscordBot (${siteUrl}, 1)`,
    ...(timeoutMs && { timeoutMs }),
  })
  const inspect = async () => {
    const { name } = webhook.parse(await call({ method: 'GET', path: '' }))
    return { name: name ?? 'without a name' }
  }
  return {
    async post({ title, text, url: link, footer }) {
      const embed = {
        title: cut(title, longest.title),
        description: cut(text, longest.text),
        url: link,
        ...(footer && { footer: { text: cut(footer, longest.footer) } }),
      }
      const posted = await call({
        method: 'POST',
        // Without it Discord responds before the message exists.
        path: '?wait=true',
        // Prevents an @everyone in the text from notifying anyone.
        json: {
          embeds: [embed],
          allowed_mentions: { parse: [] },
        } satisfies RESTPostAPIWebhookWithTokenJSONBody,
      })
      return message.parse(posted).id
    },
    inspect,
    async check() {
      await inspect()
    },
  }
}

const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text
