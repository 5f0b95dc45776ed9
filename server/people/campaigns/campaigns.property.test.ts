import fc from 'fast-check'
import { expect, test } from 'vitest'
import { campaigns, type RecipientStatus } from '#contract/people/campaigns.ts'
import {
  MailServerFailure,
  PermanentMailFailure,
  UncertainMailFailure,
} from '#server/adapters/mail/mail.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { sendCampaign } from './sending.ts'
import { startCampaign } from './start.ts'
import { createGroup, expireLease, makeDue, outcomes } from './testing/campaign.ts'

const shop = await fileFixture(openTestShop({ env: { CAMPAIGN_RATE: '1000' } }))
const admin = await signIn(shop.app, { admin: true })

/** After a kill the response is lost, whether or not the mail was accepted. */
type Answer = 'taken' | 'later' | 'never' | 'away' | 'lost' | 'killed' | 'taken and killed'

const answers = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<Answer>('taken') },
    fc.constantFrom<Answer>('later', 'never', 'away', 'lost', 'killed', 'taken and killed'),
  ),
  { minLength: 1, maxLength: 12 },
)

const commands = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: answers.map((given) => ({ does: 'send' as const, given })) },
    ...(['pause', 'resume', 'cancel', 'retry', 'twice', 'wake'] as const).map((does) =>
      fc.constant({ does }),
    ),
  ),
  { minLength: 1, maxLength: 14 },
)

/** Starts a campaign and tracks the mails that its mailboxes receive. */
async function begin(size: number) {
  const { group, users } = await createGroup(shop.db, size)
  const id = await startCampaign(shop.db, shop.shop.config, admin.user, {
    subject: 'News',
    content: 'Hello',
    group,
    again: true,
  })
  const taken: string[] = []
  let script: Answer[] = []
  let stuck: (() => void)[] = []
  let killed = () => {}

  shop.shop.mail = {
    async send({ to }) {
      const answer = script.shift() ?? 'taken'
      if (answer === 'taken' || answer === 'taken and killed') taken.push(to)
      if (answer === 'later') throw new Error('451 Try later')
      if (answer === 'never') throw new PermanentMailFailure('550 No such user')
      if (answer === 'away') throw new MailServerFailure('connect ECONNREFUSED')
      if (answer === 'lost') throw new UncertainMailFailure('Connection closed')
      if (!answer.endsWith('killed')) return
      killed()
      return new Promise((resolve) =>
        stuck.push(() => {
          if (answer === 'killed') taken.push(to)
          resolve()
        }),
      )
    },
    check: async () => {},
    close() {},
  }

  return {
    id,
    users,
    taken,
    /** Runs a sender until it is done or killed. A later sender finds the remaining work. */
    async send(given: Answer[]) {
      script = [...given]
      const kill = new Promise<void>((resolve) => {
        killed = resolve
      })
      await Promise.race([sendCampaign(shop.shop, id, async () => {}), kill])
      await expireLease(shop.db, id)
      await makeDue(shop.db, id)
    },
    /** Senders that were presumed dead find that their mails were accepted after all. */
    wake() {
      for (const answer of stuck) answer()
      stuck = []
    },
  }
}

const turn = (verb: 'pause' | 'resume' | 'cancel', id: number) =>
  shop.call(campaigns[verb], { params: { id } }, admin)

test('in any sequence of actions, each recipient gets a campaign at most once and ends in one final state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 20 }), commands, async (size, steps) => {
      const { id, users, taken, send, wake } = await begin(size)
      const body = { params: { id }, body: {} }
      for (const step of steps) {
        if (step.does === 'send') await send(step.given)
        else if (step.does === 'twice') await Promise.all([send([]), send([])])
        else if (step.does === 'retry') await shop.call(campaigns.retry, body, admin)
        else if (step.does === 'wake') wake()
        else await turn(step.does, id)
        expect(new Set(taken).size).toBe(taken.length)
      }
      await turn('resume', id)
      while ((await unsettled(id)) > 0) await send([])

      const results = await outcomes(shop.db, id)
      expect(new Set(taken).size).toBe(taken.length)
      expect(results.size).toBe(users.length)
      for (const user of users) {
        const { status } = results.get(user.id)!
        expect(['sent', 'failed', 'unknown', 'cancelled']).toContain(status)
        const got = taken.includes(user.email)
        // The outcome is uncertain only for recipients in the unknown state.
        if (status !== 'unknown') expect([user.email, got]).toEqual([user.email, status === 'sent'])
      }
      const { body: campaign } = await shop.call(campaigns.get, body, admin)
      expect(['finished', 'cancelled']).toContain(campaign.status)
      const states = Object.keys(campaign.counts) as RecipientStatus[]
      const counted = states.map((state) => [
        state,
        [...results.values()].filter(({ status }) => status === state).length,
      ])
      expect(campaign.counts).toEqual(Object.fromEntries(counted))
      expect(campaign.total).toBe(users.length)
    }),
    { numRuns: 40 },
  )
})

/** Recipients that are not settled. A campaign that is over has none. */
async function unsettled(id: number) {
  const { status } = await shop.db
    .selectFrom('campaigns')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const results = [...(await outcomes(shop.db, id)).values()]
  const open = results.filter((result) => ['queued', 'sending'].includes(result.status))
  return open.length || (status === 'running' ? 1 : 0)
}
