import { expect, test } from 'vitest'
import { ApiError } from '../api/error.ts'
import { loadPart } from './load.ts'

test('a part that fails says so, and the rest of the page stays', async () => {
  const failing = Promise.reject(new ApiError(500, 'internal', 'The server failed'))
  expect(await loadPart('Failed to load emails', failing)).toEqual({
    ...{ data: null, error: 'Failed to load emails', reason: expect.any(String) },
  })
  expect(await loadPart('Failed to load emails', Promise.resolve([1]))).toEqual({
    ...{ data: [1], error: null },
  })
})

test('a part does not hide that the session has ended', async () => {
  const over = new ApiError(401, 'unauthenticated', 'Sign in')
  await expect(loadPart('Failed to load emails', Promise.reject(over))).rejects.toBe(over)
})
