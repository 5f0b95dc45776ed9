import type { Page } from '@playwright/test'
import type { IncidentEffects } from '#contract/outages/staff-incidents.ts'
import { as, type Scene, type Screen } from './scene.ts'
import { openDetails } from './subscriptions.ts'

/** Values for a shop with frozen time, which the demo shop does not have. */
const given = {
  ...{
    people: 1204,
    runs: 1310,
    seconds: 18_400_000,
    worth: 2413.5,
    whole: true,
    drafted: ['CS2'],
  },
  left_out: { banned: 3, disputed: 12 },
  seen: 'x',
  goes_on: ['Dead Freight', 'A product whose name is as long as somebody will call it'],
  most: ['longestname_of_a_customer_there', 'bob'].map((username, n) => {
    return { uid: n + 1, username, product: 'Dead Freight', seconds: 14_640 }
  }),
} satisfies IncidentEffects

/** The demo shop's incidents and compensation. */
export const incidentScreens: Screen[] = [
  { name: 'admin-status-one', visit: incident('open') },
  {
    name: 'admin-status-one-close',
    visit: async (page, scene) => {
      await incident('open')(page, scene)
      await page.getByRole('button', { name: 'Close Incident' }).click()
    },
    firstViewOnly: true,
  },
  {
    name: 'admin-status-one-close-still',
    visit: async (page, scene) => {
      await page.route('**/api/admin/incidents/*/close*', (route) => route.fulfill({ json: given }))
      await incident('open')(page, scene)
      await page.getByRole('button', { name: 'Close Incident' }).click()
      await page.getByText('Longest: ').waitFor()
    },
    firstViewOnly: true,
  },
  {
    name: 'admin-status-one-close-refused',
    visit: async (page, scene) => {
      await incident('open')(page, scene)
      await page.getByRole('button', { name: 'Close Incident' }).click()
      await page.getByLabel('Ended at').fill('2020-01-01T10:00')
      await page.getByRole('button', { name: 'Close Incident' }).last().click()
      await page.getByText('Describe what is happening').waitFor()
    },
    firstViewOnly: true,
  },
  ...(['open', 'closed'] as const).map(
    (state): Screen => ({
      name: `admin-status-one-edit-${state}`,
      visit: async (page, scene) => {
        await incident(state)(page, scene)
        await page.getByRole('button', { name: 'Edit' }).click()
      },
      firstViewOnly: true,
    }),
  ),
  {
    name: 'admin-status-one-edit-refused',
    visit: async (page, scene) => {
      await incident('open')(page, scene)
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('textbox', { name: 'Title' }).fill('')
      await page.getByLabel('Planned until').fill('2020-01-01T10:00')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByText('Enter a title').waitFor()
    },
    firstViewOnly: true,
  },
  {
    name: 'admin-status-open-incident',
    visit: async (page, scene) => {
      await as('admin', '/admin/status')(page, scene)
      await page.getByRole('button', { name: 'Open Incident' }).click()
    },
    firstViewOnly: true,
  },
  {
    name: 'admin-status-open-incident-refused',
    visit: async (page, scene) => {
      await as('admin', '/admin/status')(page, scene)
      await page.getByRole('button', { name: 'Open Incident' }).click()
      await page.getByLabel('Title').fill('The market is rebuilt')
      await page.getByRole('checkbox').first().check()
      await page.getByLabel('Description').fill('Back soon')
      await page.getByLabel('Planned until').fill('2020-01-01T10:00')
      await page.getByRole('button', { name: 'Open Incident' }).last().click()
      await page.getByText('The end is in the past').waitFor()
    },
    firstViewOnly: true,
  },
  { name: 'admin-credits-one', visit: batch },
  {
    name: 'admin-credits-one-overtaken',
    visit: async (page, scene) => {
      await page.route(/api\/admin\/credits\/\d+$/, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), overtaken: true } })
      })
      await batch(page, scene)
    },
  },
  {
    name: 'dashboard-subscriptions-why',
    visit: async (page, scene) => {
      await as('customer', '/dashboard?t=subscriptions')(page, scene)
      await openDetails(page, 'Counter-Strike 2')
      await page.getByRole('button', { name: 'Why this end date? Counter-Strike 2' }).click()
      await page.getByText('We added 3 hours').waitFor()
    },
    firstViewOnly: true,
  },
  { name: 'dashboard-ticket-new', visit: as('customer', '/dashboard?t=support&ticket=new') },
  {
    name: 'admin-credits-policy',
    visit: async (page, scene) => {
      await as('admin', '/admin/credits')(page, scene)
      // Uses the first product, because products of other tests may fill the page.
      await page.getByRole('button', { name: 'Edit the policy of' }).first().click()
    },
    firstViewOnly: true,
  },
]

function incident(state: 'open' | 'closed'): Screen['visit'] {
  return async (page, scene) => {
    const { id } = await scene.db
      .selectFrom('incidents')
      .select('id')
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
    await as('admin', `/admin/status/${id}`)(page, scene)
  }
}

async function batch(page: Page, scene: Scene) {
  const { id } = await scene.db.selectFrom('credit_batches').select('id').executeTakeFirstOrThrow()
  await as('admin', `/admin/credits/${id}`)(page, scene)
  await page.getByRole('heading', { name: 'Recipients' }).waitFor()
}
