import type { FastifyInstance } from 'fastify'
import { staffDevices } from '#contract/licensing/staff-devices.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { requireUser } from '#server/platform/users/users.ts'
import { nextReleaseAt } from './cooldown.ts'
import { liftCooldown, resetDevices } from './devices.ts'
import { listDevices, listHistory } from './list.ts'

export function staffDeviceRoutes(app: FastifyInstance) {
  const { db, settings, loaders } = app.shop
  mount(app, staffDevices.list, async ({ params, query }) => {
    await requireUser(db, params.uid)
    return {
      ...(await listDevices(db, params.uid, loaders.rules().lostAfter, query)),
      next_release_at: await nextReleaseAt(db, params.uid, settings(), clock.now()),
    }
  })
  mount(app, staffDevices.history, async ({ params, query }) => {
    await requireUser(db, params.uid)
    return listHistory(db, params.uid, query)
  })
  mount(app, staffDevices.reset, ({ params: { uid, id }, body }, { user }) =>
    resetDevices(db, user, { userId: uid, device: id, ...body }),
  )
  mount(app, staffDevices.remove, ({ params, body }, { user }) =>
    resetDevices(db, user, { userId: params.uid, ...body }),
  )
  mount(app, staffDevices.liftCooldown, ({ params, body }, { user }) =>
    liftCooldown(db, user, { userId: params.uid, rules: settings(), ...body }),
  )
}
