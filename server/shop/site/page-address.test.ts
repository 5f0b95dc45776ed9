import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { inLowerCase, readAddress } from './page-address.ts'

const route = (id: string, parentId?: string, path?: string, index?: boolean) => ({
  [id]: { id, parentId, path, index, module: { default: () => null } },
})
const routes = {
  ...route('root', undefined, ''),
  ...route('landing', 'root', undefined, true),
  ...route('store', 'root', 'store'),
  ...route('product', 'root', 'product/:id'),
  ...route('blog', 'root', 'blogs/:id?'),
  ...route('lost', 'root', '*'),
} as unknown as ServerBuild['routes']

const keyOf = (url: string) => readAddress(routes, url).key

test('caches a page by its path, with any query', () => {
  for (const path of ['/', '/store', '/product/1', '/blogs', '/blogs/2']) {
    expect(keyOf(path)).toBe(path)
    expect(keyOf(`${path}?utm_source=a&x=%20`)).toBe(path)
  }
  const { url, query } = readAddress(routes, '/store?code=A&code=B')
  expect([url, query.getAll('code')]).toEqual(['/store', ['A', 'B']])
})

test('caches a product page for each plan that a link selects', () => {
  expect(keyOf('/product/1?plan=6m&utm_source=a')).toBe('/product/1?plan=6m')
  expect(readAddress(routes, '/product/1?plan=lifetime').url).toBe('/product/1?plan=lifetime')
  expect(keyOf('/product/1.data?plan=6m')).toBe('/product/1.data')
  for (const url of ['/product/1?plan=0m', '/product/1?plan=x', '/product/1?plan=']) {
    expect(keyOf(url)).toBe('/product/1')
  }
  expect(keyOf('/store?plan=6m')).toBe('/store')
})

test('does not cache other spellings and other files', () => {
  for (const url of [
    '/STORE',
    '/st%6Fre',
    '/Product/1',
    '/product/%31',
    '/nothing',
    '/product/1/2',
  ])
    expect(keyOf(url)).toBeNull()
})

test('caches the data of a page for all of its routes or for one', () => {
  expect(keyOf('/store.data?utm=1')).toBe('/store.data')
  expect(keyOf('/_root.data')).toBe('/_root.data')
  expect(keyOf('/store.data?_routes=store&x=1')).toBe('/store.data?_routes=store')
  expect(keyOf('/store.data?_routes=store%2Croot')).toBeNull()
  expect(readAddress(routes, '/store.data?_routes=store%2Croot').url).toBe(
    '/store.data?_routes=store%2Croot',
  )
  expect(keyOf('/nothing.data')).toBeNull()
})

test('an address in another case leads to the page’s own', () => {
  expect(inLowerCase(routes, '/Store?Code=A')).toBe('/store?Code=A')
  expect(inLowerCase(routes, '/PRODUCT/1')).toBe('/product/1')
  for (const url of ['/store', '/Nothing', '/product/ABC', '/st%6Fre', '/']) {
    expect(inLowerCase(routes, url)).toBeNull()
  }
})
