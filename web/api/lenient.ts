import { isForTheShell } from './error.ts'

/** For what a page can do without: undefined where it could not be loaded. */
export async function lenient<T>(loading: Promise<T>): Promise<T | undefined> {
  try {
    return await loading
  } catch (error) {
    if (isForTheShell(error)) throw error
    return undefined
  }
}
