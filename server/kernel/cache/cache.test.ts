import { expect, test } from 'vitest'
import { openCache } from './cache.ts'
import type { CachedResponse } from './cached-response.ts'
import type { Topic } from './changes.ts'

function changes() {
  const listeners: ((topic: Topic) => void)[] = []
  return {
    on: (listener: (topic: Topic) => void) => void listeners.push(listener),
    emit: (topic: Topic) => {
      for (const listener of listeners) listener(topic)
    },
    stop: async () => {},
  }
}

function response(bytes = 100): CachedResponse {
  const identity = { head: [], body: Buffer.alloc(0) }
  const forms = { identity, br: undefined, gzip: undefined }
  return { ...forms, bytes, status: 200, etag: '"x"', unchanged: [], route: '/' }
}

test('an entry expires with its sources, and all entries with the settings', async () => {
  const told = changes()
  const cache = openCache(told)
  const [store, faq] = [response(), response()]
  await cache.findOrMake('store', async () => ({ response: store, topics: ['catalogue'] }))
  await cache.findOrMake('faq', async () => ({ response: faq, topics: [] }))
  told.emit('blog')
  expect([cache.find('store'), cache.find('faq')]).toEqual([store, faq])
  told.emit('catalogue')
  expect([cache.find('store'), cache.find('faq')]).toEqual([undefined, faq])
  told.emit('settings')
  expect(cache.find('faq')).toBeUndefined()
})

test('clearing discards stored entries and running computations', async () => {
  const cache = openCache(changes())
  await cache.findOrMake('faq', async () => ({ response: response(), topics: [] }))
  const begun = Promise.withResolvers<void>()
  const making = cache.findOrMake('store', async () => {
    await begun.promise
    return { response: response(), topics: [] }
  })
  cache.remove('settings')
  begun.resolve()
  await making
  expect([cache.find('faq'), cache.find('store')]).toEqual([undefined, undefined])
})

test('concurrent callers share one computation', async () => {
  const cache = openCache(changes())
  let made = 0
  const ask = () =>
    cache.findOrMake('store', async () => {
      made += 1
      return { response: response(), topics: [] }
    })
  const [first, ...others] = await Promise.all([ask(), ask(), ask()])
  expect(others).toEqual([first, first])
  expect(made).toBe(1)
})

test('a computation overtaken by a change is returned but not stored', async () => {
  const told = changes()
  const cache = openCache(told)
  const finish: (() => void)[] = []
  const ask = (made: CachedResponse) =>
    cache.findOrMake('store', async () => {
      await new Promise<void>((resolve) => finish.push(resolve))
      return { response: made, topics: ['catalogue'] }
    })
  const [old, current] = [response(1), response(2)]
  const before = ask(old)
  told.emit('catalogue')
  const after = ask(current)
  finish[0]!()
  expect(await before).toBe(old)
  expect(cache.find('store')).toBeUndefined()
  told.emit('catalogue')
  finish[1]!()
  expect(await after).toBe(current)
  expect(cache.find('store')).toBeUndefined()
})

test('recomputes failed and uncacheable results', async () => {
  const cache = openCache(changes())
  const once = response()
  expect(await cache.findOrMake('a', async () => ({ response: once, topics: null }))).toBe(once)
  expect(cache.find('a')).toBeUndefined()
  const failing = cache.findOrMake('b', () => Promise.reject(new Error('no database')))
  await expect(failing).rejects.toThrow('no database')
  const made = response()
  expect(await cache.findOrMake('b', async () => ({ response: made, topics: [] }))).toBe(made)
})

test('limits entries and bytes including keys, and evicts the least recently used', async () => {
  const few = openCache(changes(), { maxEntries: 2, maxBytes: 1_000_000 })
  const keep = (cache: typeof few, key: string, bytes?: number) =>
    cache.findOrMake(key, async () => ({ response: response(bytes), topics: [] }))
  for (const key of ['a', 'b']) await keep(few, key)
  few.find('a')
  await keep(few, 'c')
  expect(['a', 'b', 'c'].map((key) => few.find(key) !== undefined)).toEqual([true, false, true])

  const small = openCache(changes(), { maxEntries: 1000, maxBytes: 100_000 })
  for (let n = 0; n < 50; n += 1) await keep(small, `/${n}/${'x'.repeat(5000)}`)
  expect(small.size().entries).toBeLessThan(10)
  expect(small.size().bytes).toBeLessThanOrEqual(100_000)
  await keep(small, 'huge', 200_000)
  expect(small.find('huge')).toBeUndefined()
})
