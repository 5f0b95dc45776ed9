/** How real servers reject mail: their published responses, each at its SMTP step. */
export const refusals = {
  temporary: {
    label: 'rejects temporarily (451)',
    at: 'recipient',
    code: 451,
    text: '4.3.0 Mailbox temporarily unavailable',
  },
  permanent: {
    label: 'rejects an unknown mailbox (550 5.1.1)',
    at: 'recipient',
    code: 550,
    text: '5.1.1 Recipient address rejected: User unknown in virtual mailbox table',
  },
  exim_relay: {
    label: 'denies relaying, like Exim (550)',
    at: 'recipient',
    code: 550,
    text: 'relay not permitted',
  },
  postfix_relay: {
    label: 'denies relaying, like Postfix (554 5.7.1)',
    at: 'recipient',
    code: 554,
    text: '5.7.1 Relay access denied',
  },
  cpanel_sign_in: {
    label: 'requires authentication, like cPanel (550)',
    at: 'recipient',
    code: 550,
    text: 'Please turn on SMTP Authentication in your mail client. (shop.example) is not permitted to relay through this server without authentication.',
  },
  postfix_sender: {
    label: 'rejects the sender, like Postfix (553 5.7.1)',
    at: 'recipient',
    code: 553,
    text: '5.7.1 Sender address rejected: not owned by user shop',
  },
  gmail_unauthenticated: {
    label: 'rejects unauthenticated mail, like Gmail (550 5.7.26)',
    at: 'content',
    code: 550,
    text: '5.7.26 Your email has been blocked because the sender is unauthenticated. Gmail requires all senders to authenticate with either SPF or DKIM.',
  },
} as const satisfies Record<string, Refusal>

type Refusal = { label: string; at: 'recipient' | 'content'; code: number; text: string }

export type RefusalName = keyof typeof refusals
export const refusalNames = Object.keys(refusals) as [RefusalName, ...RefusalName[]]
