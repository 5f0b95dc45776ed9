import { refusals } from './refusals.ts'

/** For links in mails that work without signing in. */
export const linkRefusals = refusals({
  incomplete_link: [400, 'This link is incomplete. Please open it from the email again.'],
})
