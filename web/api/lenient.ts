import { isForTheShell } from './error.ts'

/** Undefined where it could not be loaded: what a page goes without. */
export async function lenient<T>(loading: Promise<T>): Promise<T | undefined> {
  try {
    return await loading
  } catch (error) {
    if (isForTheShell(error)) throw error
    return undefined
  }
}
