// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type LoaderStatus, loader } from '#contract/licensing/loader.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/page.tsx'
import { GuidedStart, type Start } from './guided-start.tsx'

const screenOf = vi.hoisted(() => ({ isPhone: false }))
vi.mock('../../ui/media.ts', () => ({ useMedia: () => screenOf.isPhone }))
beforeEach(() => {
  screenOf.isPhone = false
})

const ready: LoaderStatus = {
  ...{ binary: '/api/loader/?download=1', version: '1.4.2', status: 'ready', size: 5_000_000 },
  ...{ file_name: 'Loadout-1.4.2.exe', requested_at: '2026-11-20T00:00:00Z' },
  ...{ withdrawn: false, outdated: false },
}

const show = (start: Start) => renderPages({ '/': () => <GuidedStart start={start} /> })
const current = () => {
  const step = screen.getAllByRole('listitem').find((item) => item.ariaCurrent === 'step')
  return within(step!)
}

test('the first step is to request the loader', async () => {
  await show({ loader: null, linked: [] })
  expect(current().getByRole('button', { name: 'Request Loader' })).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test('a loader that is ready can be downloaded, and a device can be linked', async () => {
  await show({ loader: ready, linked: [] })
  expect(current().getByRole('link', { name: 'Download' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Link a Device' }).getAttribute('href')).toBe('/link')
})

test('if the loader was withdrawn, the first step is to request a new one', async () => {
  await show({ loader: { ...ready, binary: null, withdrawn: true }, linked: ['Den'] })
  expect(current().getByRole('button', { name: 'Request Loader' })).toBeTruthy()
})

test('on a phone, a button emails the link instead of downloading the file', async () => {
  screenOf.isPhone = true
  fakeApi().on(loader.mailLink, { email: 'ada@example.com' })
  const { click } = await show({ loader: ready, linked: [] })
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull()
  await click(screen.getByRole('button', { name: 'Email Me the Link' }))
  await screen.findByText(/^Link sent to/)
})
