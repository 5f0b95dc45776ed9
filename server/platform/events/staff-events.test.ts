import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { staffCalls } from '#server/platform/logs/testing/staff-calls.ts'
import { type Call, sent, staffThings } from '#server/platform/logs/testing/staff-things.ts'
import { catalogue, type EventType } from './catalogue.ts'
import type { causes } from './testing/causes.ts'

const shop = await fileFixture(openTestShop({ withSandbox: true }))
const { user, cookie } = await signIn(shop.app, { admin: true })
const admin = { id: user.id, username: user.username, cookie }
const calls = staffCalls(shop, admin)
const things = staffThings(shop, cookie)

/** Test mode refuses these: see `setup.test.ts` and `services.test.ts`. */
type OfSetup = 'shop.named' | 'shop.opened' | 'service.set' | 'service.removed'
type OfUsers = keyof ReturnType<typeof causes>

/** The staff call that causes each event that is not about a user. */
const causedBy: Record<Exclude<EventType, OfUsers | OfSetup>, string | (() => Promise<Request>)> = {
  'order.asked_about': 'POST /admin/orders/{id}/ask',
  'order.reviewed': 'POST /admin/orders/{id}/reviewed',
  'refund.asked': 'POST /admin/orders/{id}/refunds',
  'payout.offered': 'POST /admin/orders/{id}/payouts',
  'payout.approved': 'POST /admin/payouts/{id}/approve',
  'payout.claimed': 'POST /admin/payouts/{id}/claim',
  'payout.released': 'POST /admin/payouts/{id}/release',
  'payout.sent': 'POST /admin/payouts/{id}/sent',
  'payout.done': 'POST /admin/payouts/{id}/done',
  'payout.withdrawn': 'POST /admin/payouts/{id}/withdraw',
  'dispute.evidence_changed': 'PATCH /admin/disputes/{id}/evidence',
  'dispute.answered': 'POST /admin/disputes/{id}/submit',
  'refund.looked_at': 'POST /admin/orders/{id}/refunds/{refund}/looked',
  'price_change.made': 'POST /admin/games/{id}/price-changes',
  'price_change.canceled': 'POST /admin/price-changes/{id}/cancel',
  'product.added': 'POST /admin/games/',
  'product.changed': 'PATCH /admin/games/{id}',
  'product.deleted': 'DELETE /admin/games/{id}',
  'product.archived': async () => {
    const { uid, game_id } = await things.gift()
    await things.made(`/admin/subscriptions/${uid}`, { game_id, term_length: 30 })
    return { method: 'DELETE', path: `/admin/games/${game_id}` }
  },
  'discount.added': 'POST /admin/discounts/batch',
  'discount.removed': 'DELETE /admin/discounts/batch',
  'post.added': 'POST /admin/blogs/',
  'post.changed': 'PUT /admin/blogs/{id}',
  'post.deleted': 'DELETE /admin/blogs/{id}',
  'ticket.answered': 'POST /admin/tickets/{id}/replies',
  'ticket.status_changed': 'PATCH /admin/tickets/{id}/status',
  'ticket.assigned': 'PATCH /admin/tickets/{id}/assign',
  'ticket.unassigned': async () => {
    const given = await calls['PATCH /admin/tickets/{id}/assign']!()
    await send({ method: 'PATCH', ...given })
    return { method: 'PATCH', path: given.path, payload: { uid: null } }
  },
  'ticket.note_added': 'POST /admin/tickets/{id}/notes',
  'ticket.note_changed': 'PATCH /admin/tickets/{id}/notes/{note}',
  'ticket.note_deleted': 'DELETE /admin/tickets/{id}/notes/{note}',
  'canned_reply.added': 'POST /admin/canned-replies/',
  'canned_reply.changed': 'PATCH /admin/canned-replies/{id}',
  'canned_reply.deleted': 'DELETE /admin/canned-replies/{id}',
  'mail.resent': 'POST /admin/mails/{id}/resend',
  'suppression.added': 'POST /admin/mail/suppressions',
  'suppression.removed': 'DELETE /admin/mail/suppressions',
  'campaign.started': 'POST /admin/mail/',
  'campaign.paused': 'POST /admin/mail/campaigns/{id}/pause',
  'campaign.resumed': 'POST /admin/mail/campaigns/{id}/resume',
  'campaign.cancelled': 'POST /admin/mail/campaigns/{id}/cancel',
  'campaign.retried': 'POST /admin/mail/campaigns/{id}/retry',
  'release.uploaded': 'POST /admin/loader/releases/',
  'release.changed': 'PATCH /admin/loader/releases/{id}',
  'release.promoted': 'POST /admin/loader/releases/{id}/promote',
  'release.rolled_out': async () => {
    const given = await calls['POST /admin/loader/releases/{id}/promote']!()
    await send({ method: 'POST', ...given })
    return { method: 'POST', path: given.path, payload: { percent: 10 } }
  },
  'release.rolled_back': 'POST /admin/loader/releases/{id}/roll-back',
  'build.revoked': 'POST /admin/loader/revocations/',
  'build.restored': 'POST /admin/loader/revocations/{id}/undo',
  'build.retried': 'POST /admin/loader/builds/{id}/retry',
  'builds.retried': 'POST /admin/loader/builds/retry',
  'evidence.kept': async () => ({
    ...{ method: 'POST', path: '/admin/loader/traces/file', query: { keep: 'true' } },
    payload: randomBytes(300),
  }),
  'evidence.downloaded': async () => ({
    ...{ method: 'GET', path: `/admin/loader/evidence/${await things.evidence()}/file` },
  }),
  'evidence.deleted': 'DELETE /admin/loader/evidence/{id}',
  'copy.traced': 'POST /admin/loader/traces/',
  'device.released': 'DELETE /admin/users/{uid}/hwid',
  'cooldown.lifted': 'DELETE /admin/users/{uid}/devices/cooldown',
  'infraction.noted': 'POST /admin/users/{uid}/infractions',
  'infractions.cleared': 'DELETE /admin/users/{uid}/infractions',
  'settings.changed': 'PATCH /admin/settings/',
  'brand.changed': 'PATCH /admin/brand',
  'text.published': 'PUT /admin/texts/',
  'text.drafted': async () => {
    const { payload, ...call } = await calls['PUT /admin/texts/']!()
    const draft = { ...(payload as object), publish: false }
    return { method: 'PUT', ...call, payload: draft }
  },
  'text.draft_discarded': 'DELETE /admin/texts/{name}/draft',
  'text.rolled_back': 'POST /admin/texts/{name}/roll-back',
  'api_key.added': 'POST /admin/api-keys/',
  'api_key.revoked': 'DELETE /admin/api-keys/{id}',
  'module.added': 'POST /admin/modules/',
  'module.changed': 'PATCH /admin/modules/{repo}',
  'module.removed': 'DELETE /admin/modules/{repo}',
  'module.arranged': 'PUT /admin/modules/order',
  'incident.opened': 'POST /admin/incidents/',
  'incident.planned': async () => {
    const { path, payload } = await calls['POST /admin/incidents/']!()
    const starts_at = new Date(Date.now() + 3_600_000).toISOString()
    return { method: 'POST', path, payload: { ...payload, starts_at } }
  },
  'incident.changed': 'PATCH /admin/incidents/{id}',
  'incident.updated': 'POST /admin/incidents/{id}/updates',
  'incident.closed': 'POST /admin/incidents/{id}/close',
  'credits.drafted': 'POST /admin/credits/',
  'credits.confirmed': 'POST /admin/credits/{id}/confirm',
  'credits.dropped': 'POST /admin/credits/{id}/drop',
  'credits.undone': 'POST /admin/credits/{id}/undo',
  'time_policy.changed': 'PATCH /admin/credits/policies/{id}',
  'job.retried': 'POST /admin/health/jobs/{id}/retry',
  'job.dropped': 'DELETE /admin/health/jobs/{id}',
}

type Request = Call & { method: string }

function send({ method, ...call }: Request) {
  const url = `/api${call.path}`
  return shop.app.inject({ method: method as 'POST', url, ...sent(call, cookie) })
}

async function latest() {
  const event = shop.db.selectFrom('events').selectAll().where('actor_id', '=', admin.id)
  const line = shop.db.selectFrom('logs').select('message').where('type', '=', 'staff')
  return {
    event: await event.orderBy('id', 'desc').executeTakeFirst(),
    line: await line.orderBy('id', 'desc').executeTakeFirst(),
  }
}

test.each(Object.entries(causedBy))('%s is recorded with its line in the log', async (type, by) => {
  const request =
    typeof by === 'string' ? { method: by.split(' ')[0]!, ...(await calls[by]!()) } : await by()
  const before = await latest()
  expect((await send(request)).statusCode).toBeLessThan(300)
  const { event, line } = await latest()
  expect(event!.id).not.toBe(before.event?.id)
  expect(event!.type).toBe(type)

  const { data, sample, log } = catalogue[type as EventType]
  expect(z.encode(data, z.parse(data, event!.data) as never)).toEqual(event!.data)
  expect(Object.keys(event!.data as object).sort()).toEqual(Object.keys(sample).sort())
  const staff = { id: admin.id, username: admin.username }
  expect(line!.message).toBe(log({ staff, userId: 1, data: sample } as never).message)
})
