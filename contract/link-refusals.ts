import { refusals } from './refusals.ts'

/** Of the links in mails that need no signing in. */
export const linkRefusals = refusals({
  incomplete_link: [400, 'This link is not complete. Please open it from the mail again.'],
})
