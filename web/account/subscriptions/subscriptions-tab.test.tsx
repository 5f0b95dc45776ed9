// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CardRenewal } from '#contract/access/card-renewal.ts'
import type { Subscription } from '#contract/access/subscriptions.ts'
import { devices } from '#contract/licensing/devices.ts'
import { loaderCodeNames, loaderCodes } from '#contract/licensing/loader-codes.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { admin, renderPages } from '../../testing/page.tsx'
import { subscriptionsTab } from './subscriptions-tab.tsx'

const day = 86_400
const inDays = (days: number) => new Date(Date.now() + days * day * 1000).toISOString()

const ending = (name: string, days: number, more: Partial<Subscription> = {}): Subscription => ({
  ...{ id: name.length, game_id: name.length, product_name: name, product_image: null },
  ...{ purchasable: true, created_at: inDays(days - 30), term_length: 30 * day, lifetime: false },
  ...{ access_ends_at: inDays(days), stands_still_since: null, held: false, paused: null },
  ...{ pause: null, plan: '1m', renewal: null },
  ...more,
})

const failed = (name: string): CardRenewal => ({
  ...{ id: 1, game_id: name.length, product_name: name, term_length: 1, plan: '1m', price: 9.99 },
  ...{ price_change: null, discount: null, state: 'retrying', next_charge: null, lent: 0 },
  ...{ card: { id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2099 } as never },
  ...{ next_try: inDays(1), gives_up: inDays(9), ends: inDays(-1), held_for: null, ended: null },
  failure: 'Your card was declined.',
})

const show = (...runs: Subscription[]) =>
  renderPages({
    '/': () => <subscriptionsTab.Panel data={{ runs, affected: [] }} user={admin} />,
  })

const folded = (element: HTMLElement) => element.closest('details') !== null

test('expired subscriptions are folded under their number, and running ones are not', async () => {
  await show(ending('Breach', 9), ending('Vantage', -3), ending('Perihelion', -40))
  expect(folded(screen.getByRole('heading', { name: 'Breach' }))).toBe(false)
  const expired = screen.getByText('Expired (2)').closest('details')!
  expect(expired.open).toBe(false)
  expect(within(expired).getByRole('link', { name: 'Vantage', hidden: true })).toBeTruthy()
  expect(within(expired).queryByText('Breach')).toBeNull()
})

test('without a running subscription, the expired ones are open', async () => {
  await show(ending('Vantage', -3))
  expect(screen.getByText('Expired (1)').closest('details')!.open).toBe(true)
})

test('a failed payment is visible without opening anything, after the term too', async () => {
  const runs = [1, -1].map((days) => {
    const name = days > 0 ? 'Breach' : 'Vantage'
    return ending(name, days, { renewal: failed(name) })
  })
  await show(...runs)
  for (const { product_name: name } of runs) {
    expect(folded(screen.getByRole('button', { name: `Pay now: ${name}` }))).toBe(false)
    expect(folded(screen.getByRole('button', { name: `Stop: ${name}`, hidden: true }))).toBe(true)
  }
  expect(screen.queryByText(/^Expired \(/)).toBeNull()
})

test('why a game cannot be played can be asked only while the subscription runs', async () => {
  await show(ending('Breach', 9), ending('Vantage', -3))
  const asked = screen.getAllByRole('button', { name: /^Why can’t I play/, hidden: true })
  expect(asked.map(({ ariaLabel }) => ariaLabel)).toEqual(['Why can’t I play Breach?'])
})

test('every refused start ends in a link to what fixes it', async () => {
  const server = fakeApi()
  const { click } = await show(ending('Breach & Co', 9))
  const remedies: Record<string, string> = {}
  const frozen = ['pause', 'dispute', 'shop'] as const
  const answers = [
    ...loaderCodeNames.map((code) => ({ code, frozen_by: null })),
    ...frozen.map((frozen_by) => ({ code: 'FROZEN' as const, frozen_by })),
  ]
  for (const { code, frozen_by } of answers) {
    const { sentence, advice } = loaderCodes[code]
    const about = { frozen_by, next_release_at: null, device: null }
    server.on(devices.why, { code, sentence, advice, ...about })
    await click(screen.getByRole('button', { name: /^Why can’t I play/, hidden: true }))
    const dialog = within(await screen.findByRole('dialog', { hidden: true, name: 'Breach & Co' }))
    await dialog.findByText(sentence)
    remedies[frozen_by ?? code] = dialog.getByRole('link').getAttribute('href')!
    await click(dialog.getByText('Close'))
  }
  expect(remedies).toMatchObject({
    NO_DEVICE: '/link',
    TOO_MANY_DEVICES: '/dashboard?t=devices',
    EXPIRED: '/cart?add=11&plan=1m',
    VERSION_TOO_OLD: '/dashboard?t=loader',
    pause: '/dashboard?t=subscriptions',
    dispute: '/dashboard?t=orders',
    shop: '/status',
    SUSPENDED: '/dashboard?t=support&ticket=new&playing=Breach%20%26%20Co',
  })
})
