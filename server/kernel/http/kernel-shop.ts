import type { Cache } from '#server/kernel/cache/cache.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { Database } from '#server/kernel/database/database.ts'

export type KernelShop = {
  config: Config
  db: Database
  cache: Cache
  settings: () => { opened: boolean; maintenance_mode: boolean }
}
