import type { services } from '#contract/platform/services.ts'
import type { Result } from '#contract/wire/endpoint.ts'

/** The configuration of every service, and the values that staff need to set up a service. */
export type ServiceSetups = Result<typeof services.list>

/** The props of a service's form for keys. */
export type KeysProps = { setups: ServiceSetups; onDone: () => void }
