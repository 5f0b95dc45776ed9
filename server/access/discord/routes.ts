import type { FastifyInstance, FastifyRequest } from 'fastify'
import { discord } from '#contract/access/discord.ts'
import { cookieName } from '#server/kernel/http/callers.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { findLink, identify, link, unlink } from './link.ts'
import { isStateOf, issueState } from './state.ts'

export function discordRoutes(app: FastifyInstance) {
  const { shop } = app
  const { db, config } = shop
  const api = () => {
    if (shop.discord) return shop.discord
    throw new Refusal(discord.authorize.refusals.no_discord)
  }
  const tokenOf = (request: FastifyRequest) => request.cookies[cookieName(config)]!

  mount(app, discord.get, (_input, { user }) => findLink(db, user.id))

  mount(app, discord.authorize, (_input, { request }) => ({
    url: api().authorizeUrl(issueState(tokenOf(request))),
  }))

  mount(app, discord.add, async ({ query, body: code }, { user, request }) => {
    const provider = api()
    if (!query.state || !isStateOf(tokenOf(request), query.state)) {
      throw new Refusal(discord.add.refusals.canceled)
    }
    return link(db, user.id, await identify(provider, code))
  })

  mount(app, discord.remove, async (_input, { user }) => {
    await unlink(db, user.id)
  })
}
