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

test('what is done is told, followed by the page, and loaded again last', async () => {
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

test('a page that was left does not follow, and hears of it all the same', async () => {
  const onDone = () => expect.fail('it leads somebody away who has left already')
  const happened = await tried(answered, { done: 'Renamed', onDone }, { left: true })
  expect(happened).toContainEqual(['success', 'Renamed'])
})

test('a failure is told in a toast where the page has nothing left to show it', async () => {
  const over = new ApiError(409, 'over', 'It is over')
  const sentence = 'Failed to rename\nIt is over'
  expect(await tried(throws(over), {}, { left: true })).toEqual([
    ['settled', false],
    ['fail', sentence, {}],
    'reload',
    ['error', sentence],
  ])
})

test('a failure is told on the page, in a toast, or in both', async () => {
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

test('a refusal may speak for itself, a failure may not', async () => {
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

test('of a session that is over nothing is said', async () => {
  expect(await tried(throws(ended), { failureIn: 'both', reload: 'always' })).toEqual([
    ['settled', false],
  ])
})

test('what is no longer as the page shows it is loaded again', async () => {
  const over = new ApiError(409, 'over', 'It is over')
  expect(await tried(throws(over))).toContain('reload')
  expect(await tried(throws(new ApiError(404, 'gone', 'There is none')))).toContain('reload')
  expect(await tried(throws(over), { reload: 'never' })).not.toContain('reload')
})

test('the page is loaded again after another failure only when asked for', async () => {
  expect(await tried(throws(broken))).not.toContain('reload')
  expect(await tried(throws(refusal))).not.toContain('reload')
  expect(await tried(throws(refusal), { reload: 'always' })).toContain('reload')
  expect(await tried(answered, { reload: 'never' })).not.toContain('reload')
})
