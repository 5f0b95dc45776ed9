import { expect, test } from 'vitest'
import { safeOrigin } from './origin.ts'

test.each(['/checkout', '/dashboard?t=orders', '/product/3#terms', '/a//b'])(
  'returns to %s',
  (path) => expect(safeOrigin(path)).toBe(path),
)

test.each([
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'checkout',
  '',
  null,
  undefined,
  7,
])('never leads to %j', (origin) => expect(safeOrigin(origin)).toBeNull())

test.each(['/login', '/login?origin=%2Flogin', '/signup'])(
  'does not lead back to the sign-in: %s',
  (path) => expect(safeOrigin(path)).toBeNull(),
)
