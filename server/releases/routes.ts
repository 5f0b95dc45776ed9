import type { FastifyInstance } from 'fastify'
import { releases } from '#contract/releases.ts'
import { fileRefusals, maxReleaseBytes, staffReleases } from '#contract/staff-releases.ts'
import { mount } from '#server/kernel/mount.ts'
import { uploadOf } from '#server/kernel/upload.ts'
import { changeRelease } from './change.ts'
import { getChangelog } from './changelog.ts'
import { chooseBetas } from './choice.ts'
import { listCurrent } from './current.ts'
import { effectsOf } from './effects.ts'
import { followReleases, isFollowing } from './follow.ts'
import { listReleases } from './list.ts'
import { promoteRelease, rollBackRelease } from './promote.ts'
import { findAsking } from './promoted.ts'
import { uploadRelease } from './upload.ts'

export function releaseRoutes(app: FastifyInstance): void {
  const { db, storage } = app.shop

  mount(app, releases.choice, async (_input, { user }) => {
    const { beta } = await findAsking(db, user.id)
    return { beta }
  })
  mount(app, releases.choose, ({ body }, { user }) => chooseBetas(db, user.id, body.beta))

  mount(app, releases.following, (_input, { user }) => isFollowing(db, user.id))
  mount(app, releases.follow, ({ body }, { user }) => followReleases(db, user.id, body.on))

  mount(app, releases.current, () => listCurrent(db))
  mount(app, releases.changelog, ({ params }) => getChangelog(db, params.id))

  mount(app, staffReleases.list, ({ query }) => listReleases(db, query))
  mount(app, staffReleases.add, ({ query }, { user, request }) =>
    uploadRelease(db, storage, user, {
      ...query,
      bytes: uploadOf(
        request,
        maxReleaseBytes + query.alternatives,
        fileRefusals.release_too_large,
      ),
    }),
  )
  mount(app, staffReleases.change, ({ params, body }, { user }) =>
    changeRelease(db, user, params.id, body),
  )
  mount(app, staffReleases.effects, ({ params, query }) => effectsOf(db, params.id, query))
  mount(app, staffReleases.promote, ({ params, body }, { user }) =>
    promoteRelease(db, user, params.id, body.percent),
  )
  mount(app, staffReleases.rollBack, ({ params }, { user }) => rollBackRelease(db, user, params.id))
}
