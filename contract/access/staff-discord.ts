import * as z from 'zod'
import { userRefusals } from '#contract/wire/account-refusals.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pathId, timestamp } from '#contract/wire/wire.ts'

export const discordAccount = z
  .object({
    id: z.string().meta({ description: 'Username on Discord', example: '80351110224678912' }),
    username: z.string(),
    linked_at: timestamp,
    roles: z.array(
      z.object({
        role_id: z.string(),
        products: z.array(z.string()).meta({ description: 'Products that the role comes with' }),
        state: z.enum(['pending', 'given', 'left_server', 'forbidden', 'failed']),
        detail: z.string().meta({ description: 'Reason in words; may be empty' }),
        checked_at: timestamp,
      }),
    ),
  })
  .meta({ id: 'DiscordAccount' })
export type DiscordAccount = z.input<typeof discordAccount>

export const staffDiscord = {
  get: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/discord',
    who: 'staff',
    can: 'view_users',
    summary: 'Read the Discord account of a user',
    description: 'Null if none is linked.',
    params: z.object({ uid: pathId }),
    result: discordAccount.nullable(),
    refusals: userRefusals,
  }),
}
