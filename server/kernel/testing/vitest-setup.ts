import { startTestDatabases } from './database.ts'

/** Vitest's global setup: what it returns runs at the end. */
export default startTestDatabases
