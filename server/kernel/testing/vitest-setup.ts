import { startTestDatabases } from './database.ts'

/** Vitest's global setup: the returned function runs at the end. */
export default startTestDatabases
