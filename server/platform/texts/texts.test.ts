import { afterEach, expect, test } from 'vitest'
import { staffTexts } from '#contract/platform/staff-texts.ts'
import { isMailText, type TextName } from '#contract/platform/text-pages.ts'
import { texts } from '#contract/platform/texts.ts'
import { type ComponentKind, componentKinds } from '#contract/wire/components.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { publicConfig } from '#server/shop/public-config.ts'
import { faq } from './defaults/faq.ts'
import { landing } from './defaults/landing.ts'

const shop = await fileFixture(openTestShop())
const anna = await signIn(shop.app, { admin: true })
const ben = await signIn(shop.app, { admin: true })

type Body = Input<typeof staffTexts.save>['body']
const save = (body: Body, by = anna) => shop.call(staffTexts.save, { body }, by)
const publish = (part: Partial<typeof landing>, by = anna) =>
  save({ name: 'landing', ...landing, ...part, publish: true }, by)
const draft = (part: Partial<typeof landing>) =>
  save({ name: 'landing', ...landing, ...part, publish: false })
const state = async (name: TextName = 'landing') =>
  (await shop.call(staffTexts.get, { params: { name } }, anna)).body
const listNames = async () =>
  (await shop.call(staffTexts.list, {}, anna)).body.texts.map(({ name }) => name)
const read = async () => (await shop.call(texts.landing, {})).body
const rollBack = (version: number, revision?: number) =>
  shop.call(
    staffTexts.rollBack,
    { params: { name: 'landing' }, body: { version, ...(revision && { revision }) } },
    anna,
  )

afterEach(async () => {
  await shop.db.deleteFrom('text_versions').execute()
  await shop.db.updateTable('texts').set({ version: 0, draft: null }).execute()
  await shop.db.updateTable('settings').set({ shop_name: null }).execute()
  await expect.poll(() => publicConfig(shop.shop).shopName).toBe('Loadout')
  await expect.poll(async () => (await read()).title).toBe(landing.title)
  const readLegal = async (name: 'terms' | 'privacy') =>
    (await shop.call(texts.legal, { params: { name } })).body
  const inForce = () => publicConfig(shop.shop).legalVersions.terms
  await expect.poll(async () => (await readLegal('terms')).version === inForce()).toBe(true)
  await expect.poll(async () => (await readLegal('privacy')).sections.length).toBeGreaterThan(2)
})

test('visitors read the default texts of a new shop', async () => {
  const { features, testimonials } = await read()
  expect(features).toEqual(landing.features)
  // Only the demo has testimonials by default.
  expect(testimonials).toEqual([])
  expect(await state()).toMatchObject({ version: 0, draft: null, published: landing })
  expect((await read()).description).toMatch(/^Loadout: /)
})

test('a version of a legal page says that it is an earlier one as soon as it is', async () => {
  const name = 'privacy'
  const versionOf = async (word: string) => {
    await save({ name, body: `# Privacy\n\n${word}`, publish: true })
    const current = async () => (await shop.call(texts.legal, { params: { name } })).body
    await expect.poll(async () => (await current()).sections.at(-1)?.html).toContain(word)
    return (await current()).version
  }
  const version = await versionOf('First')
  const isCurrent = async () =>
    (await shop.call(texts.legalVersion, { params: { name, version } })).body.current
  expect(await isCurrent()).toBe(true)
  await versionOf('Second')
  await expect.poll(isCurrent).toBe(false)
})

test('the privacy policy names each kind of device component that is stored', async () => {
  // A new kind of component may only be collected after this text describes it.
  const called: Record<ComponentKind, string> = {
    board: 'board',
    bios_uuid: 'BIOS',
    tpm: 'TPM',
    cpu: 'processor',
    gpu: 'graphics card',
    disks: 'disks',
    macs: 'network cards',
    os: 'operating system',
  }
  const { body } = await shop.call(texts.legal, { params: { name: 'privacy' } })
  const policy = body.sections.map(({ html }) => html).join('')
  const marks = /identifiers of its ([^.]*)\. /.exec(policy)?.[1]
  expect(marks?.split(/, | and /)).toEqual(componentKinds.map((kind) => called[kind]))
  expect(policy).toContain(
    'We store the name and operating system of the computer, when it was paired and last seen, and which products run on it',
  )
})

test('publishing an unchanged legal text accepts it, and changes no other text', async () => {
  for (const name of await listNames()) {
    const binds = ['terms', 'refunds', 'privacy', 'faq', 'footer'].includes(name)
    const { defaults } = await state(name)
    const publishBy = (by: typeof anna) =>
      isMailText(name)
        ? shop.call(staffTexts.saveMail, { body: { name, ...defaults, publish: true } }, by)
        : save({ name, ...defaults, publish: true } as Body, by)
    const saved = await publishBy(anna)
    const accepted = binds ? { version: 1, published_by: anna.user.username } : { version: 0 }
    expect([name, saved.status, saved.body]).toMatchObject([name, 200, accepted])
    const again = await publishBy(ben)
    expect([name, again.status, again.body]).toMatchObject([name, 200, accepted])
  }
})

test('default texts promise no availability and do not call themselves unreviewed', async () => {
  for (const name of await listNames()) {
    const { defaults } = await state(name)
    const found =
      /around the clock|24\/7|software of this shop|have them checked|lawyer|we (answer|reply) within|within (a few days|minutes)|guarantee/i
    expect([name, found.exec(JSON.stringify(defaults))?.[0]]).toEqual([name, undefined])
  }
})

test('only staff can read a draft until it is published', async () => {
  const drafted = await draft({ title: 'Play {shop} tonight' })
  expect(drafted.body).toMatchObject({ version: 0, draft_by: anna.user.username })
  expect((await read()).title).toBe(landing.title)
  const look = { params: { name: 'landing' }, query: {} } as const
  const seen = await shop.call(staffTexts.preview, look, ben)
  expect(seen.body).toMatchObject({ content: { title: 'Play Loadout tonight' }, version: null })

  const { body } = await publish({ title: 'Play {shop} tonight' })
  expect(body).toMatchObject({ version: 1, draft: null, published_by: anna.user.username })
  await expect.poll(async () => (await read()).title).toBe('Play Loadout tonight')
})

test('stores only changed texts, so that the rest follows upgrades', async () => {
  await publish({ title: 'Mine', features: landing.features.slice(0, 2) })
  const kept = await shop.db.selectFrom('text_versions').select('content').executeTakeFirst()
  expect(kept!.content).toEqual({ title: 'Mine', features: landing.features.slice(0, 2) })
  // A value that an older release stored and that is no longer valid is replaced by the default.
  const content = JSON.stringify({ title: 'Mine', steps: 'none', gone: 1, lead: '{unknown}' })
  await shop.db.updateTable('text_versions').set({ content }).execute()
  const { published } = await state()
  expect(published).toEqual({ ...landing, title: 'Mine' })
})

test('any version can be restored, including the default', async () => {
  await publish({ title: 'First' })
  await publish({ title: 'Second' })
  await draft({ title: 'Begun' })
  const back = await rollBack(1)
  expect(back.body).toMatchObject({ version: 3, published: { title: 'First' } })
  expect(back.body.draft).toMatchObject({ title: 'Begun' })
  await expect.poll(async () => (await read()).title).toBe('First')
  expect((await rollBack(0)).body).toMatchObject({ version: 4, published: landing })
  const { body } = await shop.call(
    staffTexts.versions,
    { params: { name: 'landing' }, query: {} },
    anna,
  )
  expect(body.total).toBe(4)
  expect(body.versions.map(({ version, restores }) => [version, restores])).toEqual([
    [4, 0],
    [3, 1],
    [2, null],
    [1, null],
  ])
  const former = { params: { name: 'landing' }, query: { version: 2 } } as const
  const seen = await shop.call(staffTexts.preview, former, anna)
  expect(seen.body.content.title).toBe('Second')
  for (const unknown of [9, 99_999_999_999]) {
    expect((await rollBack(unknown)).code).toBe('unknown_version')
  }
})

test('a stale save reports the other change and loses nothing', async () => {
  const { revision } = await state()
  await save({ name: 'landing', ...landing, title: 'Ben’s', publish: true }, ben)
  const late = await save({ name: 'landing', ...landing, publish: true, lead: 'Late', revision })
  expect([late.status, late.detail]).toEqual([
    409,
    `Changed by ${ben.user.username}: title from “${landing.title}” to “Ben’s”`,
  ])
  expect((await rollBack(0, revision)).code).toBe('changed_meanwhile')
  const drafted = await save({ name: 'landing', ...landing, title: 'Hers', publish: false }, ben)
  const discard = (seen: number) =>
    shop.call(staffTexts.discard, { params: { name: 'landing' }, query: { revision: seen } }, anna)
  const unread = await discard(drafted.body.revision - 1)
  expect([unread.status, unread.code]).toEqual([409, 'changed_meanwhile'])
  expect((await state()).draft).toMatchObject({ title: 'Hers' })
  expect((await discard(drafted.body.revision)).body.draft).toBeNull()
  const now = (await state()).revision
  const answers = await Promise.all(
    ['A', 'B', 'C', 'D'].map((title) =>
      save({ name: 'landing', ...landing, title, publish: true, revision: now }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('logs publications and roll-backs, and no entry without a change', async () => {
  const lines = () =>
    shop.db
      .selectFrom('logs')
      .select(['message', 'details'])
      .where('type', '=', 'staff')
      .orderBy('id', 'desc')
      .execute()
  await publish({ title: 'Told', features: landing.features.slice(1) })
  const [line, ...others] = await lines()
  expect(line).toMatchObject({
    message: 'Text published',
    details: {
      by: anna.user.username,
      text: 'landing',
      version: 1,
      before: { title: landing.title, features: { entries: 3, own: [landing.features[0]] } },
      after: { title: 'Told', features: { entries: 2, own: [] } },
    },
  })
  await publish({ title: 'Told', features: landing.features.slice(1) })
  expect(await lines()).toHaveLength(others.length + 1)
  await rollBack(0)
  expect((await lines())[0]!.message).toBe('Text rolled back')
})

const entry = faq.questions[0]!
test.each<[string, Body, string, string]>([
  ['nothing', { name: 'landing', ...landing, title: ' ', publish: true }, 'title', 'Enter a text'],
  [
    'too much',
    { name: 'landing', ...landing, title: 'x'.repeat(81), publish: true },
    'title',
    'At most 80 characters',
  ],
  [
    'too many',
    {
      name: 'landing',
      ...landing,
      steps: Array.from({ length: 7 }, (_, n) => ({ title: `Step ${n}`, text: 'T' })),
      publish: true,
    },
    'steps',
    'At most 6 entries',
  ],
  [
    'an entry twice',
    { name: 'landing', ...landing, steps: Array(2).fill(landing.steps[0]), publish: true },
    'steps.1.title',
    'This entry is a duplicate of an earlier one',
  ],
  [
    'an unknown placeholder',
    { name: 'landing', ...landing, lead: 'Hi {username}', publish: true },
    'lead',
    'Unknown placeholder {username}. You can use: {shop}',
  ],
  ...[
    ['{shop goes on', '{shop'],
    ['{ shop } goes on', '{ shop }'],
    ['At shop} it goes on', 'shop}'],
    ['{} goes on', '{}'],
    ['{{shop}} goes on', '{}'],
    ['{shop} and {sh-op}', '{sh'],
  ].map(([lead, found]): [string, Body, string, string] => [
    `a placeholder that is spelled as in ${lead}`,
    { name: 'landing', ...landing, lead: lead!, publish: true },
    'lead',
    `Unknown placeholder ${found}. You can use: {shop}`,
  ]),
  ...['javascript:alert(1)', '//evil.example', 'data:text/html,x', 'store', 'https://'].map(
    (link_to): [string, Body, string, string] => [
      `a link to ${link_to}`,
      { name: 'faq', ...faq, questions: [entry, { ...entry, link_to }], publish: true },
      'questions.1.link_to',
      'Enter a path that begins with / for a page of the shop, or a link that begins with https://, http:// or mailto:',
    ],
  ),
])('%s is refused with a sentence at its field', async (_, body, field, sentence) => {
  const { status, body: answer } = await save(body)
  const [issue] = (answer as unknown as { detail: { loc: string[]; msg: string }[] }).detail
  expect([status, issue!.loc.slice(1).join('.'), issue!.msg]).toEqual([422, field, sentence])
})

test('a filled-in text may be longer than the limit of the field', async () => {
  const shop_name = 'A name of forty characters, to the letter'.slice(0, 40)
  await shop.db.updateTable('settings').set({ shop_name }).execute()
  const title = `${'x'.repeat(72)} {shop}`
  expect((await publish({ title })).status).toBe(200)
  await expect.poll(async () => (await read()).title).toBe(`${'x'.repeat(72)} ${shop_name}`)
})

test('a new shop name replaces the old one in all texts', async () => {
  await shop.db.updateTable('settings').set({ shop_name: 'Night Forge' }).execute()
  await expect.poll(async () => (await read()).description).toMatch(/^Night Forge: /)
})
