import type { Domain } from '#server/platform/domain.ts'
import { eventRetention } from './retention.ts'

export const events: Domain = {
  retention: eventRetention,
}
