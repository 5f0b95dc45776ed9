import { expect, test } from 'vitest'
import type { MailTextName } from '#contract/platform/mail-texts.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { staffMailTexts } from '#contract/platform/staff-mail-texts.ts'
import { staffTexts } from '#contract/platform/staff-texts.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { listWrittenMails } from '#server/platform/texts/declared-mails.ts'

const shop = await fileFixture(openTestShop({ withSandbox: true }))
const admin = await signIn(shop.app, { admin: true })
const support = await signIn(shop.app, { support: true })

type Words = Record<string, string>
const mailTextNames = listWrittenMails().map(({ name }) => `mail-${name}` as const)

async function wordsOf(name: MailTextName) {
  const { body } = await shop.call(staffTexts.get, { params: { name } }, admin)
  return body as { published: Words; defaults: Words }
}

const preview = (name: MailTextName, words: Words, by = admin) =>
  shop.call(staffMailTexts.preview, { body: { name, ...words } }, by)

async function save(name: MailTextName, words: Words, publish = true) {
  return shop.call(staffTexts.saveMail, { body: { name, publish, ...words } }, admin)
}

test('formats an amount as one value: it is on its way', async () => {
  for (const name of mailTextNames) {
    const { body } = await preview(name, (await wordsOf(name)).published)
    for (const { subject, text } of body.mails)
      expect(`${subject} ${text}`).not.toMatch(
        /(\$\d+\.\d\d|\d [A-Z]{3,5})( of your \w+ order)?( too much)?,?( which)? (are|were|wait|have)\b|you get them back|sent them back/,
      )
  }
})

test('every mail has samples that use all of its texts and leave no placeholder', async () => {
  for (const name of mailTextNames) {
    const { published } = await wordsOf(name)
    const { status, body } = await preview(name, published)
    expect([name, status]).toEqual([name, 200])
    expect(body.mails.length).toBeGreaterThan(0)
    // An error in a text that no sample contains would go unnoticed.
    const marked = Object.fromEntries(
      Object.entries(published).map(([field, text]) => [field, text && `${text} ¶${field}¶`]),
    )
    const all = JSON.stringify((await preview(name, marked)).body.mails)
    for (const [field, text] of Object.entries(published)) {
      if (text) expect(all, name).toContain(`¶${field}¶`)
    }
    for (const { subject, text, html } of body.mails) {
      expect(`${subject}${text}${html}`, name).not.toMatch(/\{\w+\}|undefined/)
    }
  }
})

test('the next mail uses the published text and keeps its link', async () => {
  const { published } = await wordsOf('mail-password-reset')
  const words = {
    ...published,
    subject: 'Ein neues Passwort bei {shop}',
    text: 'Hallo {username} <b>!\n\nDrück auf den Knopf.',
    notes: '',
  }
  await save('mail-password-reset', words)
  await expect
    .poll(() => shop.shop.config.mailTexts['mail-password-reset'])
    .toMatchObject({ notes: '' })
  const { user } = await signIn(shop.app)
  const { username, email } = user
  const body = { username, email, recaptcha: await solveCaptcha(shop.app) }
  expect((await shop.call(sessions.forgotPassword, { body })).status).toBe(200)
  const [mail] = await receive(shop, email)
  expect(mail!.subject).toBe('Ein neues Passwort bei Loadout')
  expect(mail!.text).toContain(`Hallo ${username} <b>!\n\nDrück auf den Knopf.`)
  expect(mail!.html).toContain('&lt;b&gt;!')
  expect(mail!.html).toMatch(/href="[^"]+\/reset-password\?token=/)
  expect(mail!.text).not.toContain('your password stays the same')

  await shop.call(
    staffTexts.rollBack,
    { params: { name: 'mail-password-reset' }, body: { version: 0 } },
    admin,
  )
  await expect.poll(() => shop.shop.config.mailTexts['mail-password-reset']).toEqual({})
})

test('refuses an unknown or missing placeholder, in a sentence', async () => {
  const { published } = await wordsOf('mail-invitation')
  const wrong = await save('mail-invitation', { ...published, heading: 'Hello {user}' })
  expect(wrong.status).toBe(422)
  expect(JSON.stringify(wrong.body)).toContain(
    'Unknown placeholder {user}. You can use: {shop}, {username}',
  )
  const broken = await save('mail-invitation', { ...published, heading: 'Hello { username }' })
  expect(broken.status).toBe(422)
  expect(JSON.stringify(broken.body)).toContain('Unknown placeholder { username }. You can')
  const lacking = await save('mail-invitation', { ...published, text: 'Set a password.' })
  expect(lacking.status).toBe(422)
  expect(JSON.stringify(lacking.body)).toContain(
    'The text must contain {username}: username to sign in with',
  )
  expect((await preview('mail-invitation', { ...published, text: 'Set it.' })).status).toBe(422)
})

test('calls for an unknown mail, or for a mail that cannot be edited, are refused with unknown_text', async () => {
  for (const name of ['mail-nope', 'mail-problems'] as const) {
    const params = { name }
    const { published } = await wordsOf('mail-invitation')
    const answers = await Promise.all([
      shop.call(staffTexts.get, { params }, admin),
      shop.call(staffTexts.versions, { params, query: {} }, admin),
      shop.call(staffTexts.preview, { params, query: {} }, admin),
      shop.call(staffTexts.discard, { params, query: { revision: 9 } }, admin),
      shop.call(staffTexts.rollBack, { params, body: { version: 0, revision: 9 } }, admin),
      save(name, published),
      preview(name, published),
      shop.call(staffMailTexts.test, { body: { name, sample: '', ...published } }, admin),
    ])
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 'unknown_text'))
  }
})

test('a save with an unknown field, or without a field of the mail, is refused', async () => {
  const { published } = await wordsOf('mail-verifications')
  const { heading: _, ...lacking } = published
  const answers = [
    await save('mail-verifications', { ...published, button: 'Click' }),
    await save('mail-verifications', lacking),
  ]
  expect(answers.map(({ status }) => status)).toEqual([422, 422])
  const { detail } = answers[1]!.body as unknown as { detail: { loc: string[] }[] }
  expect(detail.map(({ loc }) => loc)).toEqual([['body', 'heading']])
})

test('does not replace placeholders inside a value', async () => {
  const { published } = await wordsOf('mail-ticket-reply')
  const { body } = await preview('mail-ticket-reply', { ...published, subject: '{title} {shop}' })
  expect(body.mails[0]!.subject).toBe('The loader does not start Loadout')
})

test('a test mail goes to the caller, with the unsaved text', async () => {
  const { published } = await wordsOf('mail-receipt')
  const words = { ...published, subject_late: 'Better late' }
  const sent = (sample: string) =>
    shop.call(staffMailTexts.test, { body: { name: 'mail-receipt', sample, ...words } }, admin)
  expect((await sent('Late payment')).status).toBe(202)
  const [mail] = await receive(shop, admin.user.email)
  expect(mail!.subject).toBe('[Test] Better late')
  expect((await sent('Never')).code).toBe('unknown_sample')
})

test('a draft changes no mail, and support cannot write drafts', async () => {
  const { published } = await wordsOf('mail-refund')
  await save('mail-refund', { ...published, heading: 'Begun' }, false)
  const { body } = await preview('mail-refund', (await wordsOf('mail-refund')).published)
  expect(JSON.stringify(body)).not.toContain('Begun')
  expect(shop.shop.config.mailTexts['mail-refund'] ?? {}).toEqual({})
  expect((await preview('mail-refund', published, support)).status).toBe(403)
})

test('a text that a colleague has saved in the meantime is not overwritten', async () => {
  const name = 'mail-refund'
  const { published } = await wordsOf(name)
  const first = await save(name, { ...published, heading: 'First' }, false)
  const { revision } = first.body as { revision: number }
  await save(name, { ...published, heading: 'Second' }, false)
  const body = { name, publish: false, ...published, revision } as const
  const late = await shop.call(staffTexts.saveMail, { body }, admin)
  expect(late.code).toBe('changed_meanwhile')
})
