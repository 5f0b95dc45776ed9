import type { Cache } from './cache.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'

/** The parts of a running shop that the kernel needs. */
export type Held = {
  config: Config
  db: Database
  cache: Cache
  settings: () => { opened: boolean; maintenance_mode: boolean }
}
