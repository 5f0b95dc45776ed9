import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { finish } from '../control/finish.ts'
import type { Sandbox } from '../sandbox.ts'
import { addAccount, setMembership } from './world.ts'

const newAccount = z.object({
  username: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9._]{2,32}$/),
  in_server: z.union([z.boolean(), z.stringbool()]).default(true),
})

/** The control API for Discord: its accounts and the members of the server. */
export function discordControl(app: FastifyInstance, { discord }: Sandbox) {
  app.get('/discord', () => ({
    accounts: discord.accounts.all(),
    changes: discord.changes.all(),
    messages: discord.messages.all(),
  }))

  app.post('/discord/accounts', (request, reply) => {
    const wanted = newAccount.safeParse(request.body)
    if (!wanted.success) return reply.code(422).send({ detail: 'A name of letters and digits' })
    const { username, in_server } = wanted.data
    return finish(request, reply, addAccount(discord, username, in_server))
  })

  app.post<{ Params: { id: string; action: string } }>(
    '/discord/accounts/:id/:action',
    (request, reply) => {
      const { id, action } = request.params
      if (!discord.accounts.get(id) || !['join', 'leave'].includes(action))
        return reply.code(404).send({ detail: 'Unknown account or action' })
      return finish(request, reply, setMembership(discord, id, action === 'join'))
    },
  )

  // Removes roles as another administrator of the server would, without the shop.
  app.post<{ Params: { id: string } }>('/discord/accounts/:id/strip', (request, reply) => {
    if (!discord.accounts.get(request.params.id))
      return reply.code(404).send({ detail: 'Unknown account' })
    return finish(request, reply, discord.accounts.update(request.params.id, { roles: [] }))
  })
}
