import { type StaffModule, staffStatus } from '#contract/outages/staff-status.ts'
import { api } from '../../api/client.ts'

const most = 100

/** Loads all modules in their order: at most 500. */
export async function listModules(): Promise<StaffModule[]> {
  const all: StaffModule[] = []
  for (let page = 0; ; page++) {
    const { modules: more, total } = await api(staffStatus.list, { query: { page, limit: most } })
    all.push(...more)
    if (more.length === 0 || all.length >= total) return all
  }
}
