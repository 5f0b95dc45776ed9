import { devices } from '#contract/licensing/devices.ts'
import { type LoaderStatus, loader } from '#contract/licensing/loader.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { api } from '../../api/client.ts'

/** The state of the steps to the game. */
export type Start = {
  loader: LoaderStatus | null
  /** The names of the linked devices. */
  linked: readonly string[]
  /** The requirements of the products that the customer subscribes to. */
  requirements: Result<typeof loader.requirements>
}

export async function loadStart(): Promise<Start> {
  const [status, { devices: used, unplayed }, requirements] = await Promise.all([
    api(loader.status, { query: {} }),
    api(devices.list),
    // The steps work without them.
    api(loader.requirements).catch(() => []),
  ])
  const linked = [...used.filter(({ pairing }) => pairing !== null), ...unplayed]
  return { loader: status, linked: linked.map(({ name }) => name), requirements }
}

/** Whether the customer has nothing left to do. */
export const isStarted = ({ loader, linked }: Start) =>
  linked.length > 0 && loader?.status === 'ready' && !loader.withdrawn

/** The interval of the next request in milliseconds. Linking a device takes minutes. */
export const pollStartEvery = ({ loader }: Start) => (loader?.status === 'building' ? 5000 : 20_000)
