import type { Cache } from './cache.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'

/** What the kernel needs of a running shop. */
export type Held = {
  config: Config
  db: Database
  cache: Cache
  settings: () => { opened: boolean; maintenance_mode: boolean }
}
