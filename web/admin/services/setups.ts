import type { Result } from '#contract/endpoint.ts'
import type { services } from '#contract/services.ts'

/** How every service is set up, and what the shop tells for setting up the others. */
export type ServiceSetups = Result<typeof services.list>

/** What the form of a service's keys is given. */
export type KeysProps = { setups: ServiceSetups; onDone: () => void }
