import { expect, test } from 'vitest'
import { contradicts, rebase } from './rebase.ts'

test('what was typed stays, what was not touched follows', () => {
  const loaded = { name: 'old', price: '1', hidden: false }
  const typed = { ...loaded, name: 'mine' }
  const current = { name: 'theirs', price: '2', hidden: true }
  expect(rebase(loaded, typed, current)).toEqual({ name: 'mine', price: '2', hidden: true })
})

test.each([
  ['nobody changed what was typed over', { name: 'mine', price: '2' }, false],
  ['somebody did', { name: 'theirs', price: '1' }, true],
  ['what was typed is there by now', { name: ' mine ', price: '1' }, false],
])('whether to save would undo a change: %s', (_, current, undoes) => {
  const loaded = { name: 'old', price: '1' }
  expect(contradicts(loaded, { ...loaded, name: 'mine' }, current)).toBe(undoes)
})

test('a number reads the same however it is written', () => {
  const loaded = { price: '9.99' }
  expect(contradicts(loaded, { price: '5' }, { price: '5.00' })).toBe(false)
  expect(contradicts(loaded, { price: '5' }, { price: '5.01' })).toBe(true)
})
