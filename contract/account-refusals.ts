import { refusals } from './refusals.ts'

/** Told where somebody signs in, and by the loader. */
export const accountRefusals = refusals({ banned: [403, 'This account is banned'] })
