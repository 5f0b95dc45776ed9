import type { FastifyInstance } from 'fastify'
import { releaseUploads, uploadRefusals } from '#contract/release-uploads.ts'
import { releases } from '#contract/releases.ts'
import {
  fileRefusals,
  maxReleaseBytes,
  pipelineReleases,
  staffReleases,
} from '#contract/staff-releases.ts'
import { type Caller, mount } from '#server/kernel/mount.ts'
import { speakTus } from '#server/kernel/tus.ts'
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
import { takeUpload } from './take-upload.ts'
import { refuseInVain } from './upload.ts'
import { uploadFromPipeline } from './upload-from-pipeline.ts'
import { discardOwn, listUploads, uploadStore } from './uploads.ts'

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
  mount(app, staffReleases.add, ({ body }, { user }) => takeUpload(db, storage, user, body))
  mount(app, staffReleases.change, ({ params, body }, { user }) =>
    changeRelease(db, user, params.id, body),
  )
  mount(app, staffReleases.effects, ({ params, query }) => effectsOf(db, params.id, query))
  mount(app, staffReleases.promote, ({ params, body }, { user }) =>
    promoteRelease(db, { staff: user }, params.id, body.percent),
  )
  mount(app, staffReleases.rollBack, ({ params }, { user }) => rollBackRelease(db, user, params.id))

  mount(app, releaseUploads.list, (_input, { user }) => listUploads(db, user.id))
  mount(app, releaseUploads.begin, async ({ query }, { user, request, reply }) => {
    await refuseInVain(db, query)
    return speakTus(request, reply, {
      ...tus,
      store: uploadStore(db, storage, user.id, query),
    })
  })
  const goOn = ({ user, request, reply }: Sent) =>
    speakTus(request, reply, { ...tus, store: uploadStore(db, storage, user.id) })
  mount(app, releaseUploads.find, (_input, caller) => goOn(caller))
  mount(app, releaseUploads.send, (_input, caller) => goOn(caller))
  mount(app, releaseUploads.discard, ({ params }, { user }) =>
    discardOwn(db, storage, user.id, params.id),
  )

  mount(app, pipelineReleases.add, ({ query }, { apiKey, request }) =>
    uploadFromPipeline(db, storage, apiKey, {
      ...query,
      bytes: uploadOf(
        request,
        maxReleaseBytes + query.alternatives,
        fileRefusals.release_too_large,
      ),
    }),
  )
  mount(app, pipelineReleases.promote, ({ params, body }, { apiKey }) =>
    promoteRelease(db, { key: apiKey }, params.id, body.percent),
  )
}

type Sent = Caller<typeof releaseUploads.find | typeof releaseUploads.send>

const tus = {
  most: maxReleaseBytes,
  refusals: {
    misspoken: uploadRefusals.not_tus,
    missing: uploadRefusals.unknown_upload,
    wrongOffset: uploadRefusals.wrong_offset,
    tooLarge: fileRefusals.release_too_large,
  },
}
