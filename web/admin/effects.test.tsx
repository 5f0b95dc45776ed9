// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  type IncidentEffects,
  type StaffIncident,
  staffIncidents,
} from '#contract/outages/staff-incidents.ts'
import { fakeApi, refused } from '../testing/fake-api.ts'
import { renderPages } from '../testing/page.tsx'
import { CloseIncident } from './incidents/close-incident.tsx'

const incident: StaffIncident = {
  id: 3,
  title: 'No sessions',
  status: 'offline',
  state: 'open',
  repos: ['cs2'],
  starts_at: '2026-03-03T00:00:00Z',
  planned_end: null,
  ended_at: null,
  updates: [],
  by: 'ada',
  batch: null,
  batch_confirmed: false,
  revision: 1,
}

const effectsFor = (people: number, seen: string): IncidentEffects => ({
  ...{ people, runs: people, seconds: 3600, worth: 0, left_out: {}, seen },
  ...{ goes_on: [], drafted: [], most: [], whole: true },
})

test('an action refused because its effects have changed shows the new effects, and the next attempt confirms them', async () => {
  const server = fakeApi()
  let effects = effectsFor(2, 'first')
  server.on(staffIncidents.effects, () => effects)
  server.on(staffIncidents.close, refused(staffIncidents.close, 'effects_changed'))
  const page = await renderPages({ '/': () => <CloseIncident uid={1} incident={incident} /> })
  await page.submit('Close Incident')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/2 customers/)
  await page.type(dialog.getByLabelText('Last update'), 'It works again.')
  const send = dialog.getByRole('button', { name: 'Close Incident' })

  effects = effectsFor(5, 'second')
  await page.click(send)
  await dialog.findByText(/5 customers/)
  server.on(staffIncidents.close, incident)
  await waitFor(() => expect(send.getAttribute('aria-disabled')).not.toBe('true'))
  await page.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = server.callsOf(staffIncidents.close).map(({ body }) => body.seen)
  expect(sent).toEqual(['first', 'second'])
})
