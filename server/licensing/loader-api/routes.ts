import type { FastifyInstance } from 'fastify'
import { devices } from '#contract/licensing/devices.ts'
import { loaderApi } from '#contract/licensing/loader-api.ts'
import { type LoaderCode, sayCode } from '#contract/licensing/loader-codes.ts'
import { commonRefusals } from '#contract/wire/refusals.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { answered, mount } from '#server/kernel/http/mount.ts'
import { addressOf } from '#server/kernel/network/addresses.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { sendDownload } from '#server/licensing/loader/download.ts'
import { logDownload } from '#server/licensing/loader/download-log.ts'
import { noDownload } from '#server/licensing/loader/loader.ts'
import { beginPairing } from '#server/licensing/pairings/pairings.ts'
import { getByToken } from './address.ts'
import { type Admitted, untilNextMinute } from './admit.ts'
import { standingOfLoader } from './decide.ts'
import { readFacts, restOfSession } from './facts.ts'
import { findNextCopy, findOffered } from './offered.ts'
import { report } from './report.ts'
import { rawOf, signAnswer } from './signing.ts'
import { fetchTokens, refreshTokens } from './tokens.ts'
import { validate } from './validate.ts'
import { whyNot } from './why.ts'

type Known = {
  minimum?: string | null
  paused_until?: number | null
  held?: boolean
  wait?: number
}

/** A separate plugin, because it keeps raw bodies and signs the answers to loaders. */
export async function loaderApiRoutes(app: FastifyInstance) {
  const { shop } = app
  const { db, config, settings, loaders, loaderKey } = shop
  keepBodies(app)
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.loader || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    reply.header('loadout-signature', signAnswer(loaderKey, payload))
    reply.header('loadout-key', loaderKey.id)
    return payload
  })

  function say(code: LoaderCode, { nonce }: Admitted, known: Known = {}) {
    const time = clock.now()
    const { minimum, paused_until, held, wait = untilNextMinute(time) } = known
    const retry_after = code === 'RATE_LIMITED' ? wait : null
    return {
      code,
      ...sayCode(code, {
        minimum: minimum ?? undefined,
        retry_after: retry_after ?? undefined,
        paused_until,
        held,
      }),
      retry_after,
      nonce,
      time,
    }
  }

  mount(app, loaderApi.pair, ({ body }, { request }) =>
    beginPairing(db, config.siteUrl, {
      publicKey: Buffer.from(body.public_key, 'base64url'),
      name: body.name,
      os: body.os,
      build: loaders.buildOf(body.build),
      address: addressOf(request),
    }),
  )

  mount(app, loaderApi.token, ({ body }, { request }) =>
    body.grant_type === 'device_code'
      ? fetchTokens(db, body.device_code, request)
      : refreshTokens(db, body.refresh_token, request),
  )

  mount(app, loaderApi.keys, () => ({
    keys: loaders.keys.map(({ id, publicKey }) => ({
      id,
      algorithm: 'Ed25519' as const,
      public_key: rawOf(publicKey),
      pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    })),
  }))

  mount(app, loaderApi.validate, async ({ body }, { loader }) => {
    if (!loaders.markKey) throw new Refusal(commonRefusals.unavailable)
    const nothing = { next_release_at: null, session: null, device: null, ends_at: null }
    const { loader_minimum } = settings()
    const shown = { ...nothing, minimum: loader_minimum || null, entitlement: null }
    if (loader.problem) return { ...shown, ...say(loader.problem, loader) }
    const { paused_until, held, ...decided } = await validate(shop, loader, body)
    return {
      ...decided,
      ...say(decided.code, loader, { minimum: decided.minimum, paused_until, held }),
    }
  })

  mount(app, loaderApi.heartbeat, async ({ body }, { loader }) => {
    const code = loader.problem ?? (await loaders.beat({ ...loader }, body.session))
    const known = code === 'FROZEN' ? await restOfSession(db, body.session) : {}
    return { ...say(code, loader, known), beat_seconds: settings().beat_seconds }
  })

  mount(app, loaderApi.logout, async ({ body }, { loader }) => {
    if (!loader.problem) await loaders.end(loader.id, body.session)
    return say(loader.problem ?? 'VALID', loader)
  })

  mount(app, loaderApi.report, async ({ body }, { loader }) => {
    if (loader.problem) return say(loader.problem, loader)
    const { code, ...known } = await report(db, loader, body)
    return say(code, loader, known)
  })

  mount(app, loaderApi.release, async ({ params }, { loader }) => {
    const none = { release: null, loader: null }
    if (loader.problem) return { ...say(loader.problem, loader), ...none }
    const facts = await readFacts(db, loader.id, params.product)
    if (!facts) throw new Refusal(commonRefusals.unpaired)
    if (!facts.productId) throw new Refusal(loaderApi.release.refusals.unknown_product)
    const refused = standingOfLoader(facts, loaders.rules(), clock.now())
    if (refused) {
      const said = say(refused, loader, { paused_until: facts.pausedUntil, held: facts.held })
      if (refused !== 'BUILD_REVOKED') return { ...said, ...none }
      return { ...said, ...none, loader: await findNextCopy(shop, facts) }
    }
    const offered = await findOffered(shop, facts)
    // Only a computer with a device slot gets the paid module. An outdated loader is updated first.
    const placed = facts.devices.some(({ id, placed }) => id === facts.tokenDevice && placed)
    return { ...say('VALID', loader), ...offered, release: placed ? offered.release : null }
  })

  mount(app, loaderApi.file, async ({ params }, { request, reply }) => {
    const download = await getByToken(shop, params.token)
    const note = (begins: boolean) =>
      logDownload(db, request, download.userId, { ...download, begins })
    if (!(await sendDownload(request, reply, shop.storage, download, note))) throw noDownload()
    return answered
  })

  mount(app, devices.why, ({ query }, { user }) => whyNot(shop, user.id, query.game_id))
}

function keepBodies(app: FastifyInstance) {
  app.decorateRequest('rawBody', undefined)
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer
    // A body that is not valid UTF-8 is verified by its raw bytes and decoded as well as possible.
    parse(request, body.toString(), done)
  })
}
