import { seedDemoRelease } from '#demo/loader/release.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { build } from '../builds.ts'
import { requestLoader } from '../loader.ts'
import { subscribe } from './subscriber.ts'

/** A shop with the demo release in which tests do the worker's tasks by hand. */
export async function openWorkshop() {
  const test = await openTestShop()
  const { db, storage, loaderKey, markKey, config } = test.shop
  await seedDemoRelease(db, storage)

  const buildsOf = (userId: number) =>
    db
      .selectFrom('loader_builds')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('requested_at')
      .execute()

  return {
    ...test.shop,
    close: test.close,
    buildsOf,
    async addSubscriber(seconds?: number) {
      const { user } = await signIn(test.app)
      await subscribe(db, user.id, seconds)
      return user.id
    },
    /** Requests and builds a loader. Returns its build's row, which may have failed. */
    async requestAndBuild(userId: number) {
      await requestLoader(db, storage, config, userId)
      const { id } = (await buildsOf(userId)).at(-1)!
      await build(db, storage, loaderKey, markKey, id)
      return (await buildsOf(userId)).at(-1)!
    },
  }
}

export type Workshop = Awaited<ReturnType<typeof openWorkshop>>
