import type { FastifyInstance } from 'fastify'
import { devices } from '#contract/licensing/devices.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { nextReleaseAt } from './cooldown.ts'
import { listOwnDevices } from './list.ts'
import { listUnplayed, removePairing } from './pairings.ts'
import { releaseDevice } from './release.ts'

export function deviceRoutes(app: FastifyInstance) {
  const { db, config, settings, loaders, services } = app.shop
  const means = { ring: services.ring, sender: config }
  mount(app, devices.list, async (_, { user }) => ({
    devices: await listOwnDevices(db, user.id, loaders.rules().lostAfter),
    unplayed: await listUnplayed(db, user.id),
    next_release_at: await nextReleaseAt(db, user.id, settings(), clock.now()),
  }))
  mount(app, devices.removePairing, ({ params }, { user }) => removePairing(db, user.id, params.id))
  mount(app, devices.release, async ({ params, body }, { user }) => ({
    next_release_at: await releaseDevice(db, means, {
      user,
      device: params.id,
      proof: body,
      rules: settings(),
    }),
  }))
}
