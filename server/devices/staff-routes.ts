import type { FastifyInstance } from 'fastify'
import { infractions } from '#contract/infractions.ts'
import { staffDevices } from '#contract/staff-devices.ts'
import { mount } from '#server/kernel/mount.ts'
import { resetHwid } from './devices.ts'
import { listInfractions, resetInfractions } from './infractions.ts'

export function staffDeviceRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, infractions.list, ({ params, query }) => listInfractions(db, params.uid, query))
  mount(app, infractions.reset, ({ params }, { user }) => resetInfractions(db, user, params.uid))
  mount(app, staffDevices.remove, ({ params }, { user }) => resetHwid(db, user, params.uid))
}
