import type { FastifyInstance } from 'fastify'
import {
  pipelineUploads,
  releaseUploads,
  uploadRefusals,
} from '#contract/licensing/release-uploads.ts'
import { releases } from '#contract/licensing/releases.ts'
import {
  fileRefusals,
  maxReleaseBytes,
  pipelineReleases,
  staffReleases,
} from '#contract/licensing/staff-releases.ts'
import { type Caller, mount } from '#server/kernel/http/mount.ts'
import { speakTus } from '#server/kernel/http/tus.ts'
import { uploadOf } from '#server/kernel/http/upload.ts'
import type { StaffOrKey } from '#server/platform/logs/staff.ts'
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
import { discardOwn, findBegun, listUploads, uploadStore } from './uploads.ts'

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
  mount(app, staffReleases.add, ({ body }, { user }) =>
    takeUpload(db, storage, { staff: user }, body),
  )
  mount(app, staffReleases.change, ({ params, body }, { user }) =>
    changeRelease(db, user, params.id, body),
  )
  mount(app, staffReleases.effects, ({ params, query }) => effectsOf(db, params.id, query))
  mount(app, staffReleases.promote, ({ params, body }, { user }) =>
    promoteRelease(db, { staff: user }, params.id, body),
  )
  mount(app, staffReleases.rollBack, ({ params }, { user }) => rollBackRelease(db, user, params.id))

  const speak = ({ request, reply }: Sent, ...of: OwnUploads) =>
    speakTus(request, reply, {
      ...(of[1] ? tus : sending),
      store: uploadStore(db, storage, ...of),
    })

  mount(app, releaseUploads.list, async (_input, { user }) => ({
    uploads: await listUploads(db, { staff: user }),
  }))
  mount(app, releaseUploads.begin, async ({ query }, caller) => {
    await refuseInVain(db, query)
    return speak(caller, { staff: caller.user }, query)
  })
  mount(app, releaseUploads.find, (_input, caller) => speak(caller, { staff: caller.user }))
  mount(app, releaseUploads.send, (_input, caller) => speak(caller, { staff: caller.user }))
  mount(app, releaseUploads.discard, ({ params }, { user }) =>
    discardOwn(db, storage, { staff: user }, params.id),
  )

  mount(app, pipelineUploads.begin, async ({ query }, caller) => {
    if (!(await findBegun(db, caller.apiKey, query))) await refuseInVain(db, query)
    return speak(caller, { key: caller.apiKey }, query)
  })
  mount(app, pipelineUploads.find, (_input, caller) => speak(caller, { key: caller.apiKey }))
  mount(app, pipelineUploads.send, (_input, caller) => speak(caller, { key: caller.apiKey }))
  mount(app, pipelineUploads.discard, ({ params }, { apiKey }) =>
    discardOwn(db, storage, { key: apiKey }, params.id),
  )
  mount(app, pipelineUploads.take, ({ params, body }, { apiKey }) =>
    takeUpload(db, storage, { key: apiKey }, { ...body, upload: params.id }),
  )

  mount(app, pipelineReleases.add, ({ query }, { apiKey, request }) =>
    uploadFromPipeline(db, storage, apiKey, {
      ...query,
      bytes: uploadOf(request, maxReleaseBytes, fileRefusals.release_too_large),
    }),
  )
  mount(app, pipelineReleases.promote, ({ params, body }, { apiKey }) =>
    promoteRelease(db, { key: apiKey }, params.id, body),
  )
}

type Sent = Pick<Caller<typeof releaseUploads.find>, 'request' | 'reply'>
type OwnUploads = [by: StaffOrKey, begun?: Parameters<typeof uploadStore>[3]]

const tus = {
  most: maxReleaseBytes,
  refusals: {
    misspoken: uploadRefusals.not_tus,
    missing: uploadRefusals.unknown_upload,
    wrongOffset: uploadRefusals.wrong_offset,
    tooLarge: fileRefusals.release_too_large,
  },
}
/** Used after the upload has started: its total length was accepted then. */
const sending = { ...tus, refusals: { ...tus.refusals, tooLarge: uploadRefusals.part_too_long } }
