import type { Rerenders } from '#server/platform/mail/rerender.ts'

export const healthMails = {
  problems: null,
  'problems-over': null,
} satisfies Rerenders
