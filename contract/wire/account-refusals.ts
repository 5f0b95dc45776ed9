import { refusals } from './refusals.ts'

/** Returned when a banned user signs in, and by the loader API. */
export const accountRefusals = refusals({ banned: [403, 'This account is banned'] })

export const userRefusals = refusals({ unknown_user: [404, 'User not found'] })
