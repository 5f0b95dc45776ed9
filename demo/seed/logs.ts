import type { Tx } from '#server/kernel/database/database.ts'
import { daysAgo } from './days.ts'
import type { People } from './people.ts'

const [info, success, warning, error] = [0, 1, 2, 3] as const

type Entry = [
  days: number,
  level: 0 | 1 | 2 | 3,
  type: string,
  message: string,
  details: Record<string, unknown>,
  who?: 'admin' | 'support' | 'customer',
]

const entries: Entry[] = [
  [12.1, warning, 'loader', 'Loader started on two machines within a minute', { machines: 2 }],
  [9.4, info, 'loader', 'Release 1.4.2 promoted', { version: '1.4.2' }, 'admin'],
  [9.3, success, 'campaign', 'Campaign finished', { sent: 7, suppressed: 0 }, 'admin'],
  [6.02, success, 'auth', 'Signed in', { browser: 'Firefox' }, 'customer'],
  [6.01, info, 'order', 'Order placed', { type: 'card', total: 7.19 }, 'customer'],
  [6, success, 'payment', 'Order finished', { provider: 'stripe', total: 7.19 }, 'customer'],
  [5.99, info, 'loader', 'Build requested', { version: '1.4.2' }, 'customer'],
  [5.98, success, 'loader', 'Build ready', { version: '1.4.2', seconds: 3.1 }, 'customer'],
  [4.8, warning, 'auth', 'Wrong password', { attempts: 3 }],
  [3, info, 'ticket', 'Ticket opened', { category: 'Technical' }, 'customer'],
  [2.6, info, 'ticket', 'Ticket answered', { category: 'Technical' }, 'support'],
  [
    2.1,
    error,
    'payment',
    'Provider did not respond',
    { provider: 'nowpayments', waited_ms: 10000 },
  ],
  [2.09, success, 'payment', 'Provider responds again', { provider: 'nowpayments', down_s: 94 }],
  [1.2, info, 'settings', 'Referral code uses set to 0', { before: 10, after: 0 }, 'admin'],
  [1.1, info, 'catalogue', 'Neon Parish disabled', { product: 'neon-parish' }, 'admin'],
  [0.6, info, 'ticket', 'Ticket opened', { category: 'Feature Request' }, 'customer'],
  [0.3, success, 'auth', 'Signed in', { browser: 'Chrome' }, 'customer'],
]

export async function seedLogs(tx: Tx, people: People, now: Date): Promise<void> {
  await tx
    .insertInto('logs')
    .values(
      entries.map(([days, level, type, message, details, who]) => ({
        created_at: daysAgo(now, days),
        level,
        type,
        message,
        details: JSON.stringify(details),
        user_id: who ? people[who] : null,
      })),
    )
    .execute()
}
