import type { Rerenders } from '#server/mail/rerender.ts'

/** What was told of a moment is not written anew. */
export const deviceMails = { 'device-released': null, sharing: null } satisfies Rerenders
