import type { FastifyInstance } from 'fastify'
import { loader } from '#contract/licensing/loader.ts'
import { staffBuilds } from '#contract/licensing/staff-loader.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { answered, mount } from '#server/kernel/http/mount.ts'
import { listBuilds } from './build-list.ts'
import { sendDownload } from './download.ts'
import { logDownload } from './download-log.ts'
import { findLoader, getDownload, noDownload, requestLoader } from './loader.ts'
import { mailLoaderLink } from './mail-link.ts'
import { listRequirements } from './requirements.ts'
import { retryBuild, retryBuilds } from './retry.ts'
import { verifyDownload } from './verify.ts'

export function loaderRoutes(app: FastifyInstance): void {
  const { db, storage, config, loaderKey } = app.shop

  mount(app, loader.status, async ({ query }, { user, request, reply }) => {
    const asFile = query.download || request.headers.accept?.includes('application/octet-stream')
    if (!asFile) {
      reply.header('vary', 'accept')
      return findLoader(db, config, user.id)
    }
    const download = await getDownload(db, config, user.id)
    const note = (begins: boolean) => logDownload(db, request, user.id, { ...download, begins })
    if (!(await sendDownload(request, reply, storage, download, note))) throw noDownload()
    return answered
  })

  mount(app, loader.request, (_input, { user }) => requestLoader(db, storage, config, user.id))

  mount(app, loader.requirements, (_input, { user }) => listRequirements(db, user.id))

  mount(app, loader.mailLink, async (_input, { user }) => {
    if (!app.shop.mail) throw new Refusal(loader.mailLink.refusals.no_mail_server)
    await mailLoaderLink(db, config, user)
    return { email: user.email }
  })

  mount(app, loader.verify, ({ body }, { user }) => verifyDownload(db, user.id, body.sha256))

  mount(app, loader.publicKey, () => ({
    algorithm: 'Ed25519' as const,
    key_id: loaderKey.id,
    pem: loaderKey.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }))

  mount(app, staffBuilds.list, ({ query }) => listBuilds(db, query))
  mount(app, staffBuilds.retry, ({ params }, { user }) => retryBuild(db, user, params.id))
  mount(app, staffBuilds.retryAll, (_input, { user }) => retryBuilds(db, user))
}
