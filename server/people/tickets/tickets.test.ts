import { expect, test } from 'vitest'
import { tickets } from '#contract/people/tickets.ts'
import type { TicketStatus } from '#contract/wire/ticket.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { countLockWaits } from '#server/kernel/testing/lock-waits.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { replyAsStaff } from './messages.ts'

const shop = await fileFixture(openTestShop())

const question = { title: 'It does not start', content: 'Since today.' }
const required = 'Please fill in all required fields'

async function openedTicket(more: object = {}) {
  const { user, cookie } = await signIn(shop.app)
  const { body } = await shop.call(tickets.add, { body: { ...question, ...more } }, { cookie })
  const params = { id: body.id }
  return { user, cookie, ticket: body, params }
}

function setStatus(id: number, status: TicketStatus) {
  return shop.db.updateTable('tickets').set({ status }).where('id', '=', id).execute()
}

test('both sets of field names open a ticket, and the newest ticket comes first', async () => {
  const { user, cookie, ticket } = await openedTicket()
  expect(ticket).toMatchObject({ ...question, uid: user.id, category: 'Technical', status: 'open' })
  const second = await shop.call(
    tickets.add,
    { body: { subject: '  Refund  ', description: ' Please.\n', category: 'Billing' } },
    { cookie },
  )
  expect([second.status, second.body]).toEqual([
    201,
    expect.objectContaining({ title: 'Refund', content: 'Please.', category: 'Billing' }),
  ])
  const { body } = await shop.call(tickets.list, { query: {} }, { cookie })
  expect(body.map(({ title }) => title)).toEqual(['Refund', question.title])
})

test('missing, blank, misleading, overlong and unknown values are refused by field', async () => {
  const { cookie } = await signIn(shop.app)
  const bad: [object, [string, string][]][] = [
    [
      {},
      [
        ['title', required],
        ['content', required],
      ],
    ],
    [{ title: ' \n', content: 'x' }, [['title', required]]],
    [{ ...question, title: '\u202e\u3164' }, [['title', required]]],
    [
      { ...question, title: 'ci\u202egnp' },
      [['title', expect.stringContaining('invisible characters')]],
    ],
    [{ ...question, title: 'x'.repeat(201) }, [['title', expect.stringContaining('200')]]],
    [{ ...question, content: 'x'.repeat(10_001) }, [['content', expect.stringContaining('10000')]]],
    [{ ...question, category: 'Gossip' }, [['category', expect.any(String)]]],
    [{ ...question, title: 7 }, [['title', expect.any(String)]]],
  ]
  for (const [body, issues] of bad) {
    const { status, detail } = await shop.call(tickets.add, { body }, { cookie })
    expect([status, detail]).toEqual([
      422,
      issues.map(([field, msg]) => expect.objectContaining({ loc: ['body', field], msg })),
    ])
  }
  expect((await shop.call(tickets.list, { query: {} }, { cookie })).body).toEqual([])
})

test('a conversation shows authors, oldest first, and a reply moves its ticket to the top', async () => {
  const { user, cookie, params, ticket } = await openedTicket()
  await shop.call(tickets.add, { body: { ...question, title: 'Another' } }, { cookie })
  const staff = await signIn(shop.app, { support: true })
  const first = await shop.call(
    tickets.reply,
    { params, body: { content: ' Any news?\n' } },
    { cookie },
  )
  expect([first.status, first.body]).toEqual([
    201,
    expect.objectContaining({ uid: user.id, content: 'Any news?', staff: false }),
  ])
  await replyAsStaff(shop.db, shop.shop.config, {
    ticketId: ticket.id,
    staff: staff.user,
    content: 'We are on it.',
  })
  const { body } = await shop.call(tickets.messages, { params }, { cookie })
  expect(body.map(({ uid, content, staff }) => [uid, content, staff])).toEqual([
    [user.id, 'Any news?', false],
    [staff.user.id, 'We are on it.', true],
  ])
  const list = await shop.call(tickets.list, { query: {} }, { cookie })
  expect(list.body[0]).toMatchObject({ id: ticket.id, status: 'in_progress' })
  expect(Date.parse(list.body[0]!.updated_at)).toBeGreaterThan(Date.parse(ticket.updated_at))
})

test('a support reply is emailed with a link to the conversation', async () => {
  const { user, ticket } = await openedTicket()
  const staff = await signIn(shop.app, { support: true })
  await replyAsStaff(shop.db, shop.shop.config, {
    ticketId: ticket.id,
    staff: staff.user,
    content: 'Try <again>.\n\nThen restart.',
  })
  const mail = await shop.db
    .selectFrom('mails')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(mail).toMatchObject({ recipient: user.email, template: 'ticket-reply', status: 'queued' })
  expect(mail.text_body).toContain(`/dashboard?t=support&ticket=${ticket.id}`)
  expect(mail.text_body).toContain('Try <again>.\n\nThen restart.')
  expect(mail.html_body).toContain('Try &lt;again&gt;.')
})

test('blank replies are refused', async () => {
  const { cookie, params } = await openedTicket()
  for (const content of ['', ' \n\t ']) {
    const { status, detail } = await shop.call(
      tickets.reply,
      { params, body: { content } },
      { cookie },
    )
    expect([status, detail]).toEqual([422, [expect.objectContaining({ msg: required })]])
  }
})

test('a resolved or closed ticket takes no replies, and remains readable', async () => {
  const { cookie, params, ticket } = await openedTicket()
  for (const state of ['resolved', 'closed'] as const) {
    await setStatus(ticket.id, state)
    const refused = await shop.call(
      tickets.reply,
      { params, body: { content: 'Hello?' } },
      { cookie },
    )
    expect([refused.status, refused.detail]).toEqual([
      409,
      `This ticket is ${state} and cannot receive replies`,
    ])
  }
  expect(await shop.call(tickets.messages, { params }, { cookie })).toMatchObject({
    status: 200,
    body: [],
  })
  const late = replyAsStaff(shop.db, shop.shop.config, {
    ticketId: ticket.id,
    staff: { id: 1, username: 'nobody' },
    content: 'x',
  })
  await expect(late).rejects.toMatchObject({ status: 409 })
})

test('a reply sent while its ticket is being closed waits and is refused', async () => {
  const { cookie, params, ticket } = await openedTicket()
  let answer: ReturnType<typeof send> | undefined
  const send = () =>
    shop.call(tickets.reply, { params, body: { content: 'One more thing' } }, { cookie })
  await shop.db.transaction().execute(async (tx) => {
    await tx.updateTable('tickets').set({ status: 'closed' }).where('id', '=', ticket.id).execute()
    answer = send()
    await expect.poll(() => countLockWaits(shop.db)).toBeGreaterThan(0)
  })
  expect((await answer)?.status).toBe(409)
  expect((await shop.call(tickets.messages, { params }, { cookie })).body).toEqual([])
})

test('other customers’ tickets and unknown ones are not found', async () => {
  const { params } = await openedTicket()
  for (const roles of [{}, { support: true }, { admin: true }]) {
    const { cookie } = await signIn(shop.app, roles)
    for (const id of [params.id, '99999999']) {
      const read = await shop.call(tickets.messages, { params: { id } }, { cookie })
      const write = await shop.call(
        tickets.reply,
        { params: { id }, body: { content: 'x' } },
        { cookie },
      )
      expect([read.status, read.code]).toEqual([404, 'unknown_ticket'])
      expect([write.status, write.code]).toEqual([404, 'unknown_ticket'])
    }
    expect((await shop.call(tickets.list, { query: {} }, { cookie })).body).toEqual([])
  }
})

test('anonymous visitors are asked to sign in', async () => {
  const params = { id: '1' }
  const answers = [
    await shop.call(tickets.list, { query: {} }),
    await shop.call(tickets.add, { body: question }),
    await shop.call(tickets.messages, { params }),
    await shop.call(tickets.reply, { params, body: { content: 'x' } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
})

test('a customer can open only a limited number of tickets', async () => {
  const limited = await openTestShop({ env: { RATE_LIMITS: 'on' } })
  try {
    const { cookie } = await signIn(limited.app)
    const other = await signIn(limited.app)
    const open = (cookie: string) => limited.call(tickets.add, { body: question }, { cookie })
    for (let n = 0; n < 10; n += 1) expect((await open(cookie)).status).toBe(201)
    expect((await open(cookie)).status).toBe(429)
    expect((await open(other.cookie)).status).toBe(201)
  } finally {
    await limited.close()
  }
})
