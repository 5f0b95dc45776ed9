import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { unsubscribeLinks } from '#server/platform/mail/unsubscribe.ts'
import { as, open, type Scene, type Screen } from './scene.ts'

/** Screens of settings, the setup, campaigns and mail. */
export const emailScreens: Screen[] = [
  { name: 'admin-settings-appearance-faults', visit: appearanceFaults },
  { name: 'admin-settings-found', visit: finding, firstViewOnly: true },
  { name: 'admin-settings-closing', visit: closing, firstViewOnly: true },
  { name: 'setup-mail', visit: as('admin', '/setup?step=mail') },
  { name: 'setup-crypto', visit: as('admin', '/setup?step=crypto') },
  { name: 'setup-texts', visit: as('admin', '/setup?step=texts') },
  { name: 'setup-open', visit: as('admin', '/setup?step=open') },
  { name: 'admin-emails-none', visit: as('admin', '/admin/emails') },
  { name: 'admin-emails-writing', visit: writing },
  { name: 'admin-emails-asking', visit: asking, firstViewOnly: true },
  { name: 'admin-emails', visit: withCampaigns('/admin/emails') },
  { name: 'admin-emails-one', visit: campaign },
  { name: 'admin-emails-one-retry', visit: retrying, firstViewOnly: true },
  {
    name: 'admin-emails-suppressions-none',
    visit: as('admin', '/admin/emails/suppressions?search=none'),
  },
  { name: 'admin-emails-suppressions', visit: withCampaigns('/admin/emails/suppressions') },
  { name: 'unsubscribe', visit: unsubscribe },
  { name: 'admin-palette', visit: palette('a'), firstViewOnly: true },
  { name: 'admin-palette-pages', visit: palette(''), firstViewOnly: true },
  { name: 'admin-palette-nothing', visit: palette('nothing of the kind'), firstViewOnly: true },
]

/** A colour that is corrected automatically, an invalid logo, and a missing name. */
async function appearanceFaults(page: Page, scene: Scene) {
  await as('admin', '/admin/settings/appearance')(page, scene)
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script/></svg>'
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) }
  await page.locator('input[type=file][aria-label=Logo]').setInputFiles(file)
  await page.getByLabel('Colour of buttons').fill('#1a237e')
  await page.getByText('is too dark').waitFor()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('The SVG contains <script>').waitFor()
}

async function finding(page: Page, scene: Scene) {
  await as('admin', '/admin/settings')(page, scene)
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('refund')
  await page.getByText(/^\d+ found$/).waitFor()
}

async function closing(page: Page, scene: Scene) {
  await as('admin', '/admin/settings')(page, scene)
  await page.getByLabel('Maintenance mode').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
}

async function writing(page: Page, scene: Scene) {
  await as('admin', '/admin/emails')(page, scene)
  await page.getByLabel('Recipients').selectOption('subscribers')
  await page.getByLabel('Subject').fill('The winter season starts on Friday')
  await page
    .getByLabel('Content')
    .fill(
      'Hello,\n\n**Three games** get new builds this week:\n\n- Counter-Strike 2\n- Dead Freight\n- Neon Parish\n\n## What to do\n\nNothing: your loader [updates itself](/status).\n\n> Friday, 18:00 UTC',
    )
  await page.getByTitle('Preview of the email').waitFor()
}

async function asking(page: Page, scene: Scene) {
  await writing(page, scene)
  await page.getByRole('button', { name: 'Send Email' }).click()
}

function withCampaigns(path: string): Screen['visit'] {
  return async (page, scene) => {
    await createCampaigns(scene)
    await as('admin', path)(page, scene)
  }
}

async function campaign(page: Page, scene: Scene) {
  const id = await createCampaigns(scene)
  await as('admin', `/admin/emails/${id}`)(page, scene)
}

async function retrying(page: Page, scene: Scene) {
  await campaign(page, scene)
  await page.getByRole('button', { name: 'Retry Failures' }).click()
}

/** Creates a paused campaign with every kind of result, once for all screens. Returns its id. */
async function createCampaigns({ db }: Scene): Promise<number> {
  const there = await db
    .selectFrom('campaigns')
    .select('id')
    .where('status', '=', 'paused')
    .executeTakeFirst()
  if (there) return there.id
  const values = {
    content: 'Three games get **new builds** this week.',
    recipient_group: 'all',
    created_by: sql<number>`(select id from users where username = 'admin')`,
  }
  await db
    .insertInto('campaigns')
    .values({ ...values, subject: 'Happy new year', status: 'finished', finished_at: new Date() })
    .execute()
  const { id } = await db
    .insertInto('campaigns')
    .values({ ...values, subject: 'The winter season starts on Friday', status: 'paused' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into campaign_recipients (campaign_id, user_id, status, attempts, error, sent_at, due_at)
    select c.id, u.id, s.status, 1,
           case s.status when 'failed' then '550 5.1.1 No such user here'
                         when 'queued' then '451 4.7.1 Greylisted, please try again later'
                         when 'skipped' then 'On the suppression list: unsubscribed'
                         when 'unknown' then 'Connection closed unexpectedly' end,
           case s.status when 'sent' then now() - interval '3 minutes' end,
           now() + interval '8 minutes'
      from campaigns c, users u, lateral (select (array['sent', 'failed', 'sent', 'queued', 'sent',
           'skipped', 'sent', 'unknown', 'sent', 'sent'])[1 + u.id % 10] as status) s
     where c.id = ${id}`.execute(db)
  await sql`
    insert into campaign_recipients (campaign_id, user_id, status, attempts, sent_at)
    select c.id, u.id, 'sent', 1, now() from campaigns c, users u
     where c.subject = 'Happy new year'`.execute(db)
  await sql`
    insert into mail_suppressions (email, reason, created_at)
    select email, (array['unsubscribed', 'unsubscribed', 'staff'])[1 + id % 3],
           now() - make_interval(days => id::int)
      from users where id % 10 = 5 order by id limit 12 on conflict do nothing`.execute(db)
  return id
}

function palette(text: string): Screen['visit'] {
  return async (page, scene) => {
    await as('admin', '/admin/settings')(page, scene)
    await page.getByRole('button', { name: 'Go to' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search/ }).fill(text)
    await page.getByText(text ? / found$/ : 'Searches the same fields as the list pages').waitFor()
  }
}

async function unsubscribe(page: Page, { db, shop }: Scene) {
  const linkOf = await unsubscribeLinks(db, shop.url)
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'customer')
    .executeTakeFirstOrThrow()
  await open(linkOf(id))(page)
}
