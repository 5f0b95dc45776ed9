import { expect, test } from 'vitest'
import { rebase } from './rebase.ts'

test('what was typed stays, what was not touched follows', () => {
  const loaded = { name: 'old', price: '1', hidden: false }
  const typed = { ...loaded, name: 'mine' }
  const current = { name: 'theirs', price: '2', hidden: true }
  expect(rebase(loaded, typed, current)).toEqual({ name: 'mine', price: '2', hidden: true })
})
