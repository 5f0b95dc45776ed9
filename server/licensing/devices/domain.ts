import type { Domain } from '#server/platform/domain.ts'
import { infractionRoutes } from './infraction-routes.ts'
import { deviceReleasedMail, sharingMail } from './mail-texts.ts'
import { deviceRoutes } from './routes.ts'
import { staffDeviceRoutes } from './staff-routes.ts'

export const devices: Domain = {
  routes: [deviceRoutes, infractionRoutes, staffDeviceRoutes],
  mails: [deviceReleasedMail, sharingMail],
}
