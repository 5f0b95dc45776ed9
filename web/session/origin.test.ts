import { expect, test } from 'vitest'
import { safeOrigin } from './origin.ts'

test.each(['/checkout', '/dashboard?t=orders', '/product/3#terms', '/a//b'])(
  'the sign-in returns to %s',
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
])('the origin %j is ignored and never followed', (origin) => expect(safeOrigin(origin)).toBeNull())

test.each([
  '/login',
  '/login?origin=%2Flogin',
  '/signup',
  '/verify-email?token=x',
  // The secret of a mailed link would be stored.
  '/payout?token=x',
  '/setup#x',
])('the sign-in does not return to %s', (path) => expect(safeOrigin(path)).toBeNull())
