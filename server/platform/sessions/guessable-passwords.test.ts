import { expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { issueToken } from './mailed-tokens.ts'
import { createUser, logIn, newPerson, password, signUp } from './testing/people.ts'

const shop = await fileFixture(openTestShop({ withMail: true }))

const common = sentence('common_password')
const personal = sentence('personal_password')

const told = ({ status, detail }: { status: number; detail: unknown }) => [
  status,
  (detail as { loc: string[]; msg: string }[])[0],
]

test.each(['password', 'PASSWORD', 'Password1', '12345678', 'aaaaaaaa', 'qwertyui', 'hgfedcba'])(
  'refuses the password %j at sign-up',
  async (guessed) => {
    const answer = await signUp(shop, { ...newPerson(), password: guessed })
    expect(told(answer)).toMatchObject([422, { loc: ['body', 'password'], msg: common }])
  },
)

test.each(['Summer2026', 'Summer2026!', '2026summer', 'P@ssw0rd!99', 'Gaming#1', 'Sommer-2026'])(
  'refuses a common word with a few digits and symbols: %j',
  async (guessed) => {
    const answer = await signUp(shop, { ...newPerson(), password: guessed })
    expect(told(answer)).toMatchObject([422, { loc: ['body', 'password'], msg: common }])
  },
)

test.each(['summer-4938271', 'Summer rain 2026', 'Nightfall7'])(
  'accepts a rarer word, several words or many digits: %j',
  async (password) => {
    expect((await signUp(shop, { ...newPerson(), password })).status).toBe(201)
  },
)

test('refuses the user’s name, address and the store’s name as a password', async () => {
  const { username } = newPerson()
  const person = { username, email: `nora.brandt19.${username}@example.com` }
  const digits = { username: `${Date.now()}`, email: newPerson().email }
  const attempts = [
    { ...person, password: username },
    { ...person, password: `2026${username.toUpperCase()}!` },
    { ...person, password: `nora.brandt19.${username}7` },
    { ...person, password: 'Loadout1' },
    { ...person, password: 'my-LOADOUT-key' },
    { ...digits, password: digits.username },
    { username: 'Sam', email: newPerson().email, password: 'sam20262026' },
  ]
  for (const attempt of attempts) {
    const answer = await signUp(shop, attempt)
    expect([attempt.password, ...told(answer)]).toMatchObject([
      attempt.password,
      422,
      { loc: ['body', 'password'], msg: personal },
    ])
  }
  // Many good passwords contain a short name.
  const sam = { username: 'Sam', email: newPerson().email, password: 'flotsam-and-jetsam' }
  expect((await signUp(shop, sam)).status).toBe(201)
})

test.each(['reset', 'invite'] as const)(
  'a link of a %s refuses one too, and stays valid',
  async (purpose) => {
    const user = await createUser(shop)
    const query = { token: await issueToken(shop.db, user, purpose) }
    const set = (body: string) => shop.call(sessions.resetPassword, { query, body })
    expect(told(await set('Password1'))).toMatchObject([422, { loc: ['body'], msg: common }])
    const own = told(await set(`${user.username}A1`))
    expect(own).toMatchObject([422, { loc: ['body'], msg: personal }])
    expect((await logIn(shop, user)).status).toBe(200)
    expect((await set('Daybreak8')).status).toBe(200)
  },
)

test('a password change refuses one too, after the other rules', async () => {
  const user = await createUser(shop)
  const { response } = await logIn(shop, user)
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const change = (new_password: string) => {
    const body = { current_password: password, new_password }
    return shop.call(sessions.changePassword, { body }, { cookie })
  }
  const field = ['body', 'new_password']
  const rule = 'Password must contain at least one uppercase letter'
  expect(told(await change('password'))).toMatchObject([422, { loc: field, msg: rule }])
  expect(told(await change('Password1'))).toMatchObject([422, { loc: field, msg: common }])
  expect(told(await change('1Loadout'))).toMatchObject([422, { loc: field, msg: personal }])
  expect((await change('Daybreak8')).status).toBe(200)
})
