import { isForTheShell } from './error.ts'

/** For optional data: resolves to undefined if it could not be loaded. */
export async function lenient<T>(loading: Promise<T>): Promise<T | undefined> {
  try {
    return await loading
  } catch (error) {
    if (isForTheShell(error)) throw error
    return undefined
  }
}
