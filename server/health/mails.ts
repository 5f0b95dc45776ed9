import type { Rerenders } from '#server/mail/rerender.ts'

export const healthMails = {
  problems: null,
  'problems-over': null,
} satisfies Rerenders
