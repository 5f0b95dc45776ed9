import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { staffReleases } from '#contract/licensing/staff-releases.ts'
import { seedDemoRelease } from '#demo/loader/release.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import type { TestShop } from '#server/kernel/testing/shop.ts'
import { build } from '#server/licensing/loader/builds.ts'
import { requestLoader } from '#server/licensing/loader/loader.ts'
import { subscribe } from '#server/licensing/loader/testing/subscriber.ts'
import { sendFile } from '#server/licensing/releases/testing/send-file.ts'

/** Creates customers with copies of the loader, and an administrator who traces the copies. */
export async function tracing(shop: TestShop) {
  const { db } = shop
  const { storage, loaderKey, markKey, config } = shop.shop
  await seedDemoRelease(db, storage)
  const staff = await signIn(shop.app, { admin: true })

  async function offer(version: string, file: Buffer) {
    const upload = await sendFile(shop.app, { cookie: staff.cookie, bytes: file, version })
    const { id } = (await shop.call(staffReleases.add, { body: { version, upload } }, staff)).body
    await shop.call(staffReleases.promote, { params: { id }, body: {} }, staff)
    return id
  }

  async function issue() {
    const { user } = await signIn(shop.app)
    await subscribe(db, user.id)
    await requestLoader(db, storage, config, user.id)
    const ofUser = db.selectFrom('loader_builds').selectAll().where('user_id', '=', user.id)
    const { id } = await ofUser.executeTakeFirstOrThrow()
    await build(db, storage, loaderKey, markKey, id)
    const row = await ofUser.executeTakeFirstOrThrow()
    return { user, row, file: await buffer((await storage.get(row.storage_key!))!.stream) }
  }

  async function send(path: string, payload: Buffer | Readable, query = {}, headers = {}) {
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api/admin/loader/${path}`,
      query,
      headers: { cookie: staff.cookie, 'content-type': 'application/octet-stream', ...headers },
      payload,
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  return {
    staff,
    offer,
    issue,
    send,
    trace: (payload: Buffer | Readable, headers = {}) => send('traces/file', payload, {}, headers),
  }
}
