import * as z from 'zod'
import { caller } from './http.ts'

/** What stands in a channel: a heading that leads somewhere, and what is to be told. */
export type Announcement = {
  title: string
  /** Discord's markdown. */
  text: string
  url: string
  /** A line below in small letters. */
  footer?: string | undefined
}

/** A channel that the shop writes to. */
export type Announcements = {
  /**
   * Posts it and answers the message's id. Throws a DiscordDown that tells whether it `mayHaveArrived`:
   * Discord has no idempotency keys, so posted again it would stand there twice.
   */
  post(announcement: Announcement): Promise<string>
  /** How Discord calls the webhook. Throws when it is not there. */
  inspect(): Promise<{ name: string }>
  check(): Promise<void>
}

const message = z.object({ id: z.string() })
const webhook = z.object({ name: z.string().nullable() })

/** What Discord takes of each, in characters. */
const longest = { title: 256, text: 4096, footer: 2048 }

type Options = { url: string; siteUrl: string; timeoutMs?: number }

/** A channel's webhook, whose address is its key. */
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
        // Else it answers before the message is there.
        path: '?wait=true',
        // Notes that say @everyone call nobody.
        json: { embeds: [embed], allowed_mentions: { parse: [] } },
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
