import { expect, test, vi } from 'vitest'
import { keepDraft, readDraft } from '../drafts.ts'
import { local, tab } from '../storage.ts'
import { signOut } from './session.ts'

type Items = Record<string, string>

function fakeStorage() {
  return Object.create({
    getItem(this: Items, key: string) {
      return this[key] ?? null
    },
    setItem(this: Items, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Items, key: string) {
      delete this[key]
    },
  })
}

test('signing out removes the drafts of the tab and keeps the cart', async () => {
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('sessionStorage', fakeStorage())
  vi.stubGlobal('fetch', async () => Response.json(true))
  local.set('cart', '[]')
  tab.set('pressed-session', 'cs_1')
  keepDraft(1, 'reply', 'Half a sentence')
  keepDraft(1, 'password', 'Nightfall7', true)
  await signOut()
  expect(readDraft(1, 'reply')).toBeUndefined()
  expect(readDraft(1, 'password')).toBeUndefined()
  expect([local.get('cart'), tab.get('pressed-session')]).toEqual(['[]', 'cs_1'])
})
