import { expect, test } from 'vitest'
import { type ActionOptions, attempt } from './attempt.ts'
import { ApiError, messageOf } from './error.ts'

const refusal = new ApiError(409, 'taken', 'This name is taken', { name: 'Taken' })
const broken = new ApiError(500, 'unexpected', 'Something went wrong on our side')
const ended = new ApiError(401, 'unauthenticated', 'Please sign in')

/** Runs an attempt and records what happened, in order. */
async function tried(
  perform: () => Promise<string>,
  options: Partial<ActionOptions<string>> = {},
  { left = false } = {},
) {
  const happened: unknown[] = []
  const keep = (what: string) => (detail: unknown) => happened.push([what, detail])
  await attempt(
    perform,
    { failed: 'Failed to rename', ...options },
    {
      toast: { success: keep('success'), error: keep('error') },
      reload: async () => void happened.push('reload'),
      fail: ({ error, fields }) => happened.push(['fail', error, fields]),
      left: () => left,
      taken: async () => left,
      settle: keep('settled'),
    },
  )
  return happened
}
const answered = async () => 'Ada'
const throws = (error: unknown) => () => Promise.reject(error)

test('success shows a toast, then runs the callback, then reloads the page', async () => {
  const followed: string[] = []
  const onDone = (name: string) => followed.push(name)
  const done = (name: string) => `${name} it is`
  expect(await tried(answered, { done, onDone })).toEqual([
    ['success', 'Ada it is'],
    ['settled', true],
    'reload',
  ])
  expect(followed).toEqual(['Ada'])
})

test('success after the user has left the page shows the toast but does not run the callback', async () => {
  const onDone = () => expect.fail('the callback ran although the user has left the page')
  const happened = await tried(answered, { done: 'Renamed', onDone }, { left: true })
  expect(happened).toContainEqual(['success', 'Renamed'])
})

test('a failure is shown in a toast if the page can no longer show it', async () => {
  const over = new ApiError(409, 'over', 'It is over')
  const sentence = 'Failed to rename\nIt is over'
  expect(await tried(throws(over), {}, { left: true })).toEqual([
    ['settled', false],
    ['fail', sentence, {}],
    'reload',
    ['error', sentence],
  ])
})

test('a failure is shown on the page, in a toast, or in both', async () => {
  const sentence = 'Failed to rename\nThis name is taken'
  const shown = ['fail', sentence, { name: 'Taken' }]
  const settled = ['settled', false]
  const fails = throws(refusal)
  expect(await tried(fails)).toEqual([settled, shown])
  expect(await tried(fails, { failureIn: 'toast' })).toEqual([settled, ['error', sentence]])
  expect(await tried(fails, { failureIn: 'both' })).toEqual([
    settled,
    ['error', 'Failed to rename'],
    shown,
  ])
  const failureIn = (error: unknown) => (error === refusal ? ('here' as const) : ('both' as const))
  expect(await tried(fails, { failureIn })).toEqual([settled, shown])
  expect(await tried(throws(broken), { failureIn })).toContainEqual(['error', 'Failed to rename'])
})

test('the message of a refusal can be shown alone, but not the message of a failure', async () => {
  const say = messageOf
  expect(await tried(throws(refusal), { say })).toContainEqual([
    'fail',
    'This name is taken',
    { name: 'Taken' },
  ])
  expect(await tried(throws(broken), { say })).toContainEqual([
    'fail',
    'Failed to rename\nSomething went wrong on our side',
    {},
  ])
})

test('a failure because the session has ended shows nothing', async () => {
  expect(await tried(throws(ended), { failureIn: 'both', reload: 'always' })).toEqual([
    ['settled', false],
  ])
})

test('a 404 or 409 reloads the page, unless reloading is disabled', async () => {
  const over = new ApiError(409, 'over', 'It is over')
  expect(await tried(throws(over))).toContain('reload')
  expect(await tried(throws(new ApiError(404, 'gone', 'There is none')))).toContain('reload')
  expect(await tried(throws(over), { reload: 'never' })).not.toContain('reload')
})

test('any other failure reloads the page only if the options say so', async () => {
  expect(await tried(throws(broken))).not.toContain('reload')
  expect(await tried(throws(refusal))).not.toContain('reload')
  expect(await tried(throws(refusal), { reload: 'always' })).toContain('reload')
  expect(await tried(answered, { reload: 'never' })).not.toContain('reload')
})
