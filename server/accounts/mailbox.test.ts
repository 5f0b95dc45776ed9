import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { openTestShop, type TestShop } from '#server/kernel/testing/shop.ts'
import { logIn, newPerson, signUp } from './testing/people.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ withSandbox: true, withWorker: true })
})
afterAll(() => shop.close())

type Message = { subject: string; text: string; html: string }

async function received(to: string): Promise<Message[]> {
  const url = `${shop.sandboxUrl}/control/mail?to=${encodeURIComponent(to)}`
  const { messages } = (await (await fetch(url)).json()) as { messages: Message[] }
  return messages
}

test('a new customer verifies with the link that really arrives', async () => {
  const person = newPerson()
  await signUp(shop, person)
  const [mail, ...others] = await vi.waitFor(
    async () => {
      const messages = await received(person.email)
      expect(messages).not.toEqual([])
      return messages
    },
    { timeout: 15_000 },
  )
  expect(others).toEqual([])
  expect(mail!.subject).toBe('Verify your email for Loadout')
  const link = /href="([^"]*\/verify-email\?token=[^"]*)"/.exec(mail!.html)?.[1]
  const { origin, searchParams } = new URL(link!)
  expect(origin).toBe(shop.shop.config.siteUrl)
  const query = { token: searchParams.get('token')! }
  expect((await shop.call(accounts.verifyEmail, { query })).status).toBe(200)
  expect((await logIn(shop, person)).status).toBe(200)
})
