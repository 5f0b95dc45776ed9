// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type LoaderStatus, loader } from '#contract/licensing/loader.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/page.tsx'
import { GuidedStart } from './guided-start.tsx'
import type { Start } from './start.ts'

const ready: LoaderStatus = {
  ...{ binary: '/api/loader/?download=1', version: '1.4.2', status: 'ready', size: 5_000_000 },
  ...{ file_name: 'Loadout-1.4.2.exe', requested_at: '2026-11-20T00:00:00Z' },
  ...{ withdrawn: false, outdated: false },
}

const show = (start: Partial<Start>, onPhone = false) =>
  renderPages(
    {
      '/': () => <GuidedStart start={{ loader: ready, linked: [], requirements: [], ...start }} />,
    },
    { onPhone },
  )
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

test('a loader that could not be built can be requested again, or support helps', async () => {
  await show({ loader: { ...ready, binary: null, status: 'failed' } })
  expect(current().getByRole('alert').textContent).toMatch(/could not be built/)
  expect(current().getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(current().getByRole('link', { name: 'Contact Support' })).toBeTruthy()
})

test('an outdated loader can be downloaded and requested again', async () => {
  await show({ loader: { ...ready, outdated: true } })
  expect(current().getByText(/^A newer version is available/)).toBeTruthy()
  expect(current().getByRole('link', { name: 'Download' })).toBeTruthy()
  expect(current().getByRole('button', { name: 'Request again' })).toBeTruthy()
})

test('the requirements of one product are shown, those of several are folded', async () => {
  const requirements = [{ label: 'Windows', value: '10 or 11, 64 bit' }]
  const [one, two] = [1, 2].map((id) => ({ id, name: `Game ${id}`, requirements }))
  await show({ requirements: [one!] })
  expect(screen.getByRole('group').textContent).toMatch(/Game 1.*Windows.*10 or 11/)
  expect(screen.getByRole<HTMLDetailsElement>('group').open).toBe(true)
  cleanup()
  await show({ requirements: [one!, two!] })
  expect(screen.getAllByRole<HTMLDetailsElement>('group').map(({ open }) => open)).toEqual([
    false,
    false,
  ])
})

test('on a phone, a button emails the link instead of downloading the file', async () => {
  fakeApi().on(loader.mailLink, { email: 'ada@example.com' })
  const { click } = await show({ loader: ready, linked: [] }, true)
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull()
  await click(screen.getByRole('button', { name: 'Email Me the Link' }))
  await screen.findByText(/^Link sent to/)
})
