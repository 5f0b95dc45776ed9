import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { done } from '#contract/wire/wire.ts'

export const discordLink = z
  .object({ username: z.string().meta({ description: 'Username on Discord', example: 'mara' }) })
  .meta({ id: 'DiscordLink' })
export type DiscordLink = z.input<typeof discordLink>

const noDiscord = refusals({
  no_discord: [503, 'Linking Discord accounts is not set up in this store'],
})

export const discord = {
  get: endpoint({
    method: 'GET',
    path: '/discord',
    who: 'user',
    summary: 'Read my linked Discord account',
    description: 'Null if no account is linked.',
    result: discordLink.nullable(),
  }),
  authorize: endpoint({
    method: 'GET',
    path: '/discord/authorize',
    who: 'user',
    summary: 'Get the URL for linking a Discord account',
    description:
      'Send the browser to `url`. Discord redirects back to `/discord` with `code` and `state`, or with `error`. The state is valid for ten minutes, in this session only.',
    limit: { max: 30, seconds: 600, by: 'user' },
    result: z.object({ url: z.url() }),
    refusals: noDiscord,
  }),
  add: endpoint({
    method: 'POST',
    path: '/discord',
    who: 'user',
    summary: 'Link a Discord account',
    description:
      'The body is the code from Discord as a JSON string; `state` is the value that came with it. Replaces a previously linked account.',
    limit: { max: 20, seconds: 600, by: 'user' },
    query: z.object({ state: z.string().max(512).optional() }),
    body: z.string().min(1, 'No authentication code received').max(512),
    result: discordLink,
    refusals: {
      ...noDiscord,
      ...refusals({
        canceled: [400, 'Discord authentication was canceled or failed'],
        linked_to_another: [409, 'This Discord account is linked to another user'],
        discord_unreachable: [502, 'Discord cannot be reached. Please try again in a moment.'],
      }),
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/discord',
    who: 'user',
    summary: 'Unlink my Discord account',
    description:
      'Removes the roles that came with my subscriptions. Succeeds if no account is linked.',
    limit: { max: 20, seconds: 600, by: 'user' },
    result: done,
  }),
}
