import type { FastifyInstance } from 'fastify'
import { loader } from '#contract/loader.ts'
import { mount } from '#server/kernel/mount.ts'
import { sendDownload } from './download.ts'
import { findDownload, findLoader, noDownload, requestLoader } from './loader.ts'

export function loaderRoutes(app: FastifyInstance): void {
  const { db, storage, config, loaderKey } = app.shop

  mount(app, loader.status, async ({ query }, { user, request, reply }) => {
    const asFile = query.download || request.headers.accept?.includes('application/octet-stream')
    if (!asFile) {
      reply.header('vary', 'accept')
      return findLoader(db, config, user.id)
    }
    const download = await findDownload(db, config, user.id)
    const sent = await sendDownload(request, reply, storage, download)
    if (!sent) throw noDownload()
    return sent
  })

  mount(app, loader.request, (_input, { user }) => requestLoader(db, config, user.id))

  mount(app, loader.publicKey, () => ({
    algorithm: 'Ed25519' as const,
    key_id: loaderKey.id,
    pem: loaderKey.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }))
}
