import { expect, test } from 'vitest'
import { plainAddress } from './plain-address.ts'

test('a page has one address', () => {
  expect(['/', '/store', '/store?x=/', '/product/7?a=1', '/_.data'].map(plainAddress)).toEqual(
    Array(5).fill(null),
  )
  expect(plainAddress('/store/')).toBe('/store')
  expect(plainAddress('/store///?page=2')).toBe('/store?page=2')
  expect(plainAddress('/product//7/')).toBe('/product/7')
  expect(plainAddress('/?code=A')).toBeNull()
})

test('it never leads to another site', () => {
  expect(plainAddress('//other.example/')).toBe('/other.example')
  expect(plainAddress('//other.example')).toBe('/other.example')
  expect(plainAddress('/\\other.example/')).toBe('/other.example')
  expect(plainAddress('//')).toBe('/')
})
