import type { z } from 'zod'
import { devices } from '#contract/licensing/devices.ts'
import { type LoaderStatus, loader } from '#contract/licensing/loader.ts'
import { api } from '../../api/client.ts'

/** How far the customer is from playing. */
export type Start = {
  loader: LoaderStatus | null
  /** The names of the linked devices. */
  linked: readonly string[]
  /** What the customer's products need. */
  requirements: z.output<typeof loader.requirements.result>
}

export async function loadStart(): Promise<Start> {
  const [status, { devices: used, unplayed }, requirements] = await Promise.all([
    api(loader.status, { query: {} }),
    api(devices.list),
    api(loader.requirements),
  ])
  const linked = [...used.filter(({ pairing }) => pairing !== null), ...unplayed]
  return { loader: status, linked: linked.map(({ name }) => name), requirements }
}

/** Whether the customer has nothing left to do. */
export const isStarted = ({ loader, linked }: Start) =>
  linked.length > 0 && loader?.status === 'ready' && !loader.withdrawn

/** The interval of the next request in milliseconds. Linking a device takes minutes. */
export const pollStartEvery = ({ loader }: Start) => (loader?.status === 'building' ? 5000 : 20_000)
