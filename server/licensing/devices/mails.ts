import type { Rerenders } from '#server/platform/mail/rerender.ts'

/** These mails describe a past moment, so they are not rendered again. */
export const deviceMails = { 'device-released': null, sharing: null } satisfies Rerenders
