import { sql } from 'kysely'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { secondFactor } from '#contract/platform/second-factor.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { settings } from '#contract/platform/settings.ts'
import { taxes } from '#contract/platform/taxes.ts'
import { cards } from '#contract/selling/cards.ts'
import { referrals } from '#contract/selling/referrals.ts'
import { staffDisputes } from '#contract/selling/staff-disputes.ts'
import { pauseFor } from '#server/access/subscriptions/testing/pause.ts'
import type { signIn } from '#server/kernel/testing/customer.ts'
import { appointAdmin } from '#server/people/staff-users/appoint.ts'
import { issueToken } from '#server/platform/sessions/mailed-tokens.ts'
import { withFactor } from '#server/platform/sessions/testing/factor.ts'
import {
  createUser,
  logIn,
  mailedToken,
  newPerson,
  password,
  signUp,
} from '#server/platform/sessions/testing/people.ts'
import { askDueChecks } from '#server/platform/taxes/vat-checks.ts'
import { addCard } from '#server/selling/cards/testing/add-card.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import type { Counter } from '#server/selling/payments/testing/counter.ts'
import { withdrawLate } from '#server/selling/payouts/jobs.ts'
import { lightningInvoice, payoutDesk } from '#server/selling/payouts/testing/desk.ts'
import { addPayingFriends } from '#server/selling/referrals/testing/friends.ts'
import { renewing } from '#server/selling/renewals/testing/renewing.ts'
import type { EventType } from '../catalogue.ts'

type Staff = Awaited<ReturnType<typeof signIn>>

/** Causes each event about a user from outside, with its log entry. Returns the user. */
export function causes(counter: Counter, admin: Staff) {
  const { call, db } = counter

  async function byCard(...actions: string[]) {
    const { user, cookie } = await counter.customer()
    const items = [{ id: await counter.addProduct(), term_length: 1 as const }]
    const { body } = await counter.buyByCard(cookie, items)
    for (const action of actions) {
      await counter.session(body.session_id, action)
      await counter.work()
    }
    return user.id
  }
  async function byCrypto(...actions: string[]) {
    const { user, cookie } = await counter.customer()
    const items = [{ id: await counter.addProduct(), term_length: 1 as const }]
    const { body } = await counter.buyByCrypto(cookie, items)
    for (const action of actions) {
      await counter.coins(body.id, action)
      await counter.work()
    }
    return user.id
  }
  async function paidOut(...actions: ('pay' | 'settle')[]) {
    const desk = payoutDesk(counter, admin)
    const { user, order } = await desk.buy('confirm', 'btcln')
    const { id } = (await desk.offer(order)).body
    await desk.given(id, lightningInvoice)
    await desk.approveByServer(id)
    await counter.work()
    for (const action of actions) await desk.wallet(id, action)
    return user.id
  }
  async function change(...bodies: object[]) {
    const { user } = await counter.customer()
    const params = { uid: user.id }
    for (const body of bodies) await call(staffUsers.change, { params, body }, admin)
    return user.id
  }
  async function signedUp() {
    const person = newPerson()
    await signUp(counter, person)
    const named = db.selectFrom('users').select(['id', 'email'])
    return named.where('username', '=', person.username).executeTakeFirstOrThrow()
  }
  async function give() {
    const { user, cookie } = await counter.customer()
    const game_id = await counter.addProduct()
    const params = { uid: user.id }
    await call(staffSubscriptions.give, { params, body: { game_id, term_length: 30 } }, admin)
    return { userId: user.id, params, game_id, cookie }
  }
  async function pause() {
    const given = await give()
    await pauseFor(db, { userId: given.userId, productId: given.game_id })
    return given
  }

  async function withCard(removed: boolean) {
    const { user, cookie } = await counter.customer()
    const { id } = await addCard(counter, cookie)
    if (removed) await call(cards.remove, { params: { id } }, { cookie })
    return user.id
  }

  const { subscribe, pass, run, behave, act, changeCard } = renewing(counter)
  async function renewed(...then: ('stop' | 'resume' | 'card' | 'fail' | 'give up')[]) {
    const customer = await subscribe()
    for (const what of then) {
      if (what === 'stop' || what === 'resume') await act(what, customer)
      if (what === 'card') await changeCard(customer, (await addCard(counter, customer.cookie)).id)
      if (what === 'fail') {
        await behave(customer.card, 'lost_card')
        await pass(customer.user.id, 29.5)
      }
      if (what === 'give up') await pass(customer.user.id, 15)
      await run()
    }
    return customer.user.id
  }

  return {
    'renewal.started': ['Card renewal started', () => renewed()],
    'renewal.stopped': ['Renewal stopped', () => renewed('stop')],
    'renewal.resumed': ['Renewal turned on again', () => renewed('stop', 'resume')],
    'renewal.card_changed': ['Renewal card changed', () => renewed('card')],
    'renewal.failed': ['Renewal could not be charged', () => renewed('fail')],
    'renewal.ended': ['Renewal ended', () => renewed('fail', 'give up')],
    'card.added': ['Card added', () => withCard(false)],
    'card.made_default': ['Default card changed', () => withCard(false)],
    'card.removed': ['Card removed', () => withCard(true)],
    'order.placed': ['Order placed', () => byCrypto()],
    'order.unexpected_payment': ['Unexpected payment', () => byCrypto('wrong-asset')],
    'order.partially_paid': ['Order partially paid', () => byCrypto('underpay')],
    'order.finished': ['Order finished', () => byCrypto('confirm')],
    'order.expired': ['Order expired', () => byCrypto('expire')],
    'order.failed': ['Payment failed', () => byCrypto('fail')],
    'order.refunded': ['Order refunded', () => byCard('confirm', 'refund')],
    'order.disputed': ['Order disputed', () => byCard('confirm', 'dispute')],
    'refund.taken': ['Refunded at the provider', () => byCard('confirm', 'refund')],
    'refund.failed': [
      'Refund failed',
      async () => {
        const user = await byCard('confirm', 'refund')
        const { provider_id } = await db
          .selectFrom('refunds')
          .innerJoin('orders', 'orders.id', 'order_id')
          .select('refunds.provider_id')
          .where('user_id', '=', user)
          .executeTakeFirstOrThrow()
        await counter.refund(provider_id!, 'fail')
        await counter.work()
        return user
      },
    ],
    'order.vat_id_checked': [
      'VAT ID confirmed',
      async () => {
        const { user, cookie } = await counter.customer()
        const taxed = { tax_mode: 'table', seller_vat_id: 'DE136695976' } as const
        await call(settings.change, { body: taxed }, admin)
        await counter.switches({ vies: { api: 'away' } })
        await call(taxes.chooseCountry, { body: { country: 'AT' } }, { cookie })
        const body = { name: 'Company', address: 'Ring 1', vat_id: 'ATU13585627' }
        await call(taxes.saveCompany, { body }, { cookie })
        await counter.buyByCrypto(cookie, [{ id: await counter.addProduct(), term_length: 1 }])
        await counter.switches({ vies: { api: 'valid' } })
        await db
          .updateTable('vat_checks')
          .set({ due_at: new Date(0) })
          .execute()
        await askDueChecks(db, counter.shop.vies)
        await call(settings.change, { body: { tax_mode: 'off', seller_vat_id: '' } }, admin)
        return user.id
      },
    ],
    'payout.offered_by_shop': ['Payout of a surplus offered', () => byCrypto('overpay')],
    'payout.given': [
      'Payout address confirmed',
      async () => {
        const userId = await byCrypto('overpay')
        const { id } = await db
          .selectFrom('payouts')
          .innerJoin('orders', 'orders.id', 'order_id')
          .select('payouts.id')
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
        await payoutDesk(counter, admin).given(id)
        return userId
      },
    ],
    'payout.sent_by_server': ['Payout sent by the BTCPay Server', () => paidOut('pay')],
    'payout.done_by_server': [
      'Payout from the BTCPay Server arrived',
      () => paidOut('pay', 'settle'),
    ],
    'payout.withdrawn_by_shop': [
      'Payout withdrawn automatically',
      async () => {
        const userId = await byCrypto('overpay')
        await sql`
          update payouts set expires_at = now() from orders
           where orders.id = order_id and user_id = ${userId}`.execute(db)
        await withdrawLate(db)
        return userId
      },
    ],
    'dispute.warned': ['Dispute inquiry opened', () => byCard('confirm', 'dispute-warning')],
    'dispute.opened': ['Dispute opened', () => byCard('confirm', 'dispute')],
    'dispute.won': ['Dispute won', () => byCard('confirm', 'dispute', 'dispute-won')],
    'dispute.withdrawn': [
      'Dispute withdrawn',
      () => byCard('confirm', 'dispute-warning', 'dispute-withdrawn'),
    ],
    'dispute.answer_refused': [
      'Dispute response refused',
      async () => {
        const user = await byCard('confirm', 'dispute')
        const dispute = await db
          .updateTable('disputes')
          .from('orders')
          .set({ evidence: JSON.stringify({ uncategorized_text: 'x'.repeat(20_001) }) })
          .whereRef('orders.id', '=', 'order_id')
          .where('user_id', '=', user)
          .returning(['disputes.id', 'revision'])
          .executeTakeFirstOrThrow()
        const params = { id: String(dispute.id) }
        await call(
          staffDisputes.submit,
          { params, body: { revision: dispute.revision, reason: 'Delivered' } },
          admin,
        )
        return user
      },
    ],
    'fraud.warned': ['Early fraud warning', () => byCard('confirm', 'fraud-warning')],
    'dispute.lost': ['Dispute lost', () => byCard('confirm', 'dispute', 'dispute-lost')],
    'time.given': ['Time given', async () => (await give()).userId],
    'time.taken_back': [
      'Time revoked',
      async () => {
        const { userId, params } = await give()
        const { body } = await call(staffSubscriptions.list, { params, query: {} }, admin)
        const gift = body.gifts[0]!.id
        await call(
          staffSubscriptions.undo,
          { params: { ...params, gift }, body: { reason: 'Wrong' } },
          admin,
        )
        return userId
      },
    ],
    'time.paused': ['Subscription paused', async () => (await pause()).userId],
    'time.resumed': [
      'Subscription resumed',
      async () => {
        const { userId, game_id, cookie } = await pause()
        await call(subscriptions.resume, { params: { id: String(game_id) } }, { cookie })
        return userId
      },
    ],
    'time.pause_ended': [
      'Pause ended',
      async () => {
        const { userId, params, game_id } = await pause()
        const body = { game_id, reason: 'Asked for' }
        await call(staffSubscriptions.resume, { params, body }, admin)
        return userId
      },
    ],
    'subscription.revoked': [
      'Subscription revoked',
      async () => {
        const { userId, params, game_id } = await give()
        await call(staffSubscriptions.remove, { params, body: { game_id } }, admin)
        return userId
      },
    ],
    'reward.redeemed': [
      'Free month redeemed',
      async () => {
        const { user, cookie } = await counter.customer()
        await addPayingFriends(db, user.id, 3)
        const body = { product_id: await counter.addProduct() }
        await call(referrals.redeem, { body }, { cookie })
        return user.id
      },
    ],
    'reward.revoked': [
      'Free month revoked',
      async () => {
        const { user, cookie } = await counter.customer()
        const [friend] = await addPayingFriends(db, user.id, 3)
        const body = { product_id: await counter.addProduct() }
        await call(referrals.redeem, { body }, { cookie })
        await settleOrder(db, friend!.order, 'refunded')
        return user.id
      },
    ],
    'user.invited': [
      'User invited',
      async () =>
        (await call(staffUsers.add, { body: { ...newPerson(), role: 'user' } }, admin)).body.uid,
    ],
    'user.changed': ['User edited', () => change({ username: newPerson().username })],
    'user.role_changed': ['User role changed', () => change({ support: true })],
    'user.banned': ['User banned', () => change({ banned: true })],
    'user.unbanned': ['User unbanned', () => change({ banned: true }, { banned: false })],
    'user.deleted': [
      'User deleted',
      async () => {
        const { user } = await counter.customer()
        const body = { reason: 'Asked to be deleted' }
        await call(staffUsers.remove, { params: { uid: user.id }, body }, admin)
        return user.id
      },
    ],
    'user.appointed': [
      'Administrator added on the command line',
      async () => {
        const person = newPerson()
        await appointAdmin(db, person)
        const user = db.selectFrom('users').select('id').where('username', '=', person.username)
        return (await user.executeTakeFirstOrThrow()).id
      },
    ],
    'user.signed_up': ['Signed up', async () => (await signedUp()).id],
    'user.verified': [
      'Email verified',
      async () => {
        const user = await signedUp()
        const token = await mailedToken(counter, user.email)
        await call(sessions.verifyEmail, { query: { token } })
        return user.id
      },
    ],
    'invitation.accepted': [
      'Invitation accepted',
      async () => {
        const body = { ...newPerson(), role: 'user' as const }
        const invited = await call(staffUsers.add, { body }, admin)
        const query = { token: await mailedToken(counter, body.email) }
        await call(sessions.resetPassword, { query, body: 'Daybreak8' })
        return invited.body.uid
      },
    ],
    'password.changed': [
      'Password changed',
      async () => {
        const user = await createUser(counter)
        const { response } = await logIn(counter, user)
        const session = response.cookies.find(({ name }) => name === 'session')
        const body = { current_password: password, new_password: 'Daybreak8' }
        await call(sessions.changePassword, { body }, { cookie: `session=${session?.value}` })
        return user.id
      },
    ],
    'password.reset': [
      'Password reset',
      async () => {
        const user = await createUser(counter)
        const query = { token: await issueToken(db, user, 'reset') }
        await call(sessions.resetPassword, { query, body: 'Daybreak8' })
        return user.id
      },
    ],
    'second_factor.turned_on': [
      'Two-factor authentication turned on',
      async () => (await withFactor(counter)).user.id,
    ],
    'second_factor.turned_off': [
      'Two-factor authentication turned off',
      async () => {
        const { user, cookie, recoveryCodes } = await withFactor(counter)
        const body = { password, code: recoveryCodes[0]! }
        await call(secondFactor.turnOff, { body }, { cookie })
        return user.id
      },
    ],
    'recovery_codes.renewed': [
      'New recovery codes created',
      async () => {
        const { user, cookie, recoveryCodes } = await withFactor(counter)
        const body = { password, code: recoveryCodes[0]! }
        await call(secondFactor.renewRecoveryCodes, { body }, { cookie })
        return user.id
      },
    ],
    'recovery_code.used': [
      'Recovery code used',
      async () => {
        const { user, recoveryCodes } = await withFactor(counter)
        await logIn(counter, { ...user, code: recoveryCodes[0]! })
        return user.id
      },
    ],
    'sessions.ended': [
      'User signed out everywhere',
      async () => {
        const user = await createUser(counter)
        const body = { reason: 'Stolen laptop' }
        await call(staffUsers.endSessions, { params: { uid: user.id }, body }, admin)
        return user.id
      },
    ],
    'second_factor.removed': [
      'Two-factor authentication removed',
      async () => {
        const { user } = await withFactor(counter)
        const body = { reason: 'Lost the phone' }
        await call(staffUsers.removeSecondFactor, { params: { uid: user.id }, body }, admin)
        return user.id
      },
    ],
    'session.started': [
      'Signed in',
      async () => {
        const user = await createUser(counter)
        await logIn(counter, user)
        return user.id
      },
    ],
  } satisfies Partial<Record<EventType, [string, () => Promise<number>]>>
}
