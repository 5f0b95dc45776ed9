import type { Tx } from '#server/kernel/database/database.ts'
import { daysAgo } from './days.ts'
import type { People } from './people.ts'

interface DemoTicket {
  title: string
  category: 'Technical' | 'Billing' | 'Bug Report' | 'Feature Request'
  status: 'open' | 'in_progress' | 'resolved' | 'closed'
  from: 'customer' | number
  assigned?: boolean
  /** The author, the age in days, and the text of each message. The first is the ticket itself. */
  messages: [who: 'from' | 'support', days: number, text: string][]
  /** The age in days and the text of a note for staff. */
  note?: [days: number, text: string]
}

const tickets: DemoTicket[] = [
  {
    title: 'Paid in crypto after the hour was over',
    category: 'Billing',
    status: 'resolved',
    from: 'customer',
    assigned: true,
    messages: [
      [
        'from',
        40,
        'The page said "Payment Time Expired" while I was still typing the address. I have not sent anything. Is the order lost?',
      ],
      [
        'support',
        39.8,
        'Nothing is lost, and you were not charged. The order expired automatically. You can place it again at any time. If you ever send a payment late, it is still recorded for the order.',
      ],
      ['from', 39.7, 'That is good to know. I will wait for the next paycheck. Thank you!'],
    ],
  },
  {
    title: 'Crosshair heat map is empty for two matches',
    category: 'Technical',
    status: 'in_progress',
    from: 'customer',
    assigned: true,
    messages: [
      [
        'from',
        3,
        'Two of my last ten demos show rounds and utility, but the heat map stays black. Both were played on the second monitor, in case that matters.',
      ],
      [
        'support',
        2.6,
        'We think it does: both demos contain a screen size of zero. Could you attach one of them? The log (Help, then Show log) would help as well.',
      ],
      ['from', 2.5, 'Done, both are attached to the log upload with the number 4417.'],
    ],
    note: [
      2.4,
      'The demos in 4417 have a width of zero, as in the ticket about the drawing tablet. Probably one cause.',
    ],
  },
  {
    title: 'A metronome for the drills',
    category: 'Feature Request',
    status: 'open',
    from: 'customer',
    messages: [
      [
        'from',
        0.6,
        'Could Second Knuckle have a click track in the lab? I learn timing much better with my ears than with my eyes.',
      ],
    ],
  },
  {
    title: 'Loader opens on the wrong screen',
    category: 'Bug Report',
    status: 'open',
    from: 0,
    messages: [
      [
        'from',
        2.2,
        'Since 1.4 the window opens on my drawing tablet, which is usually face down on a shelf.',
      ],
    ],
  },
  {
    title: 'Invoice with the name of my company',
    category: 'Billing',
    status: 'closed',
    from: 1,
    messages: [
      [
        'from',
        90,
        'Can I have the name of my company on the receipt for Perihelion? I teach with it.',
      ],
      ['support', 89.5, 'Gladly. We have emailed it to you, with the tax number that you gave us.'],
    ],
  },
]

const replies = [
  {
    name: 'Restart and send the log',
    category: 'Technical',
    content:
      'Hi {username},\n\nplease restart the loader once and try again. If it still happens, choose Help, then Show log, and paste the last lines here.\n\n{agent}',
  },
  {
    name: 'Receipt for a company',
    category: 'Billing',
    content:
      'Hi {username},\n\nenter the name, address and VAT ID of the company at the checkout, and the document shows them. We cannot add them to order {order}, because it is paid.\n\n{agent}',
  },
  {
    name: 'When does it end?',
    category: null,
    content: 'Hi {username},\n\nyour time for {product} ends on {ends}.\n\n{agent}, {shop}',
  },
] as const

export async function seedTickets(tx: Tx, people: People, now: Date): Promise<void> {
  await tx
    .insertInto('canned_replies')
    .values([...replies])
    .execute()
  for (const { messages, note, ...ticket } of tickets) {
    const from = ticket.from === 'customer' ? people.customer : people.friends[ticket.from]!
    const [first, ...later] = messages
    const answered = messages.findLastIndex(([who]) => who === 'support')
    const unanswered = messages[answered + 1] ?? null
    const { id } = await tx
      .insertInto('tickets')
      .values({
        user_id: from,
        title: ticket.title,
        content: first![2],
        category: ticket.category,
        status: ticket.status,
        assigned_to: ticket.assigned ? people.support : null,
        created_at: daysAgo(now, first![1]),
        updated_at: daysAgo(now, messages.at(-1)![1]),
        unanswered_since: unanswered && daysAgo(now, unanswered[1]),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (note) {
      const [days, content] = note
      await tx
        .insertInto('ticket_notes')
        .values({
          ticket_id: id,
          user_id: people.support,
          content,
          created_at: daysAgo(now, days),
        })
        .execute()
    }
    if (later.length === 0) continue
    await tx
      .insertInto('ticket_messages')
      .values(
        later.map(([who, days, content]) => ({
          ticket_id: id,
          user_id: who === 'from' ? from : people.support,
          content,
          created_at: daysAgo(now, days),
        })),
      )
      .execute()
  }
}
