import { expect, test } from 'vitest'
import { ApiError } from '../api/error.ts'
import { loadPart } from './load.ts'

test('a part that fails to load returns an error and does not fail the page', async () => {
  const failing = Promise.reject(new ApiError(500, 'internal', 'The server failed'))
  expect(await loadPart('Failed to load emails', failing)).toEqual({
    ...{ data: null, error: 'Failed to load emails', reason: expect.any(String) },
  })
  expect(await loadPart('Failed to load emails', Promise.resolve([1]))).toEqual({
    ...{ data: [1], error: null },
  })
})

test('a part that fails because the session has ended fails the page', async () => {
  const over = new ApiError(401, 'unauthenticated', 'Sign in')
  await expect(loadPart('Failed to load emails', Promise.reject(over))).rejects.toBe(over)
})
