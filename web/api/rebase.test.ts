import { expect, test } from 'vitest'
import { contradicts, rebase } from './rebase.ts'

test('typed values stay, and unedited fields take their new value', () => {
  const loaded = { name: 'old', price: '1', hidden: false }
  const typed = { ...loaded, name: 'mine' }
  const current = { name: 'theirs', price: '2', hidden: true }
  expect(rebase(loaded, typed, current)).toEqual({ name: 'mine', price: '2', hidden: true })
})

test.each([
  ['no one else changed the edited field', { name: 'mine', price: '2' }, false],
  ['another user changed the edited field', { name: 'theirs', price: '1' }, true],
  ['another user saved the same value', { name: ' mine ', price: '1' }, false],
])('contradicts says whether saving would undo a change: %s', (_, current, undoes) => {
  const loaded = { name: 'old', price: '1' }
  expect(contradicts(loaded, { ...loaded, name: 'mine' }, current)).toBe(undoes)
})

test('numbers are compared by value, not by how they are written', () => {
  const loaded = { price: '9.99' }
  expect(contradicts(loaded, { price: '5' }, { price: '5.00' })).toBe(false)
  expect(contradicts(loaded, { price: '5' }, { price: '5.01' })).toBe(true)
})
