import { expect, test, vi } from 'vitest'
import { listUnencryptedHosts } from './unencrypted-hosts.ts'

test.each([
  ['postgres://shop:secret@db.example.com/shop', ['db.example.com']],
  ['postgresql://shop:a@b@10.0.0.5:5432/shop?application_name=x', ['10.0.0.5']],
  ['postgres://shop:s@[fd00::5]:5432/shop', ['[fd00::5]']],
  ['postgres://shop@/shop?host=db.internal', ['db.internal']],
  ['postgres://shop:s@db.example.com/shop?sslmode=verify-full', []],
  ['postgres://shop:s@db.example.com/shop?sslmode=disable', []],
  ['postgres://shop:s@localhost:5433/shop', []],
  ['postgres://shop:s@127.0.0.1/shop', []],
  ['postgres://shop:s@[::1]:5432/shop', []],
  ['postgres://shop@/shop?host=/var/run/postgresql', []],
  ['postgres:///shop', []],
])('%s connects without encryption to %j', (url, hosts) => {
  expect(listUnencryptedHosts({ databaseUrl: url })).toEqual(hosts)
})

test('names each host of several addresses once', () => {
  const url = 'postgres://shop:s@db/shop'
  const urls = { databaseUrl: url, databaseDirectUrl: `${url}?sslmode=require` }
  expect(listUnencryptedHosts({ ...urls, databaseReplicaUrl: url })).toEqual(['db'])
})

test('PGSSLMODE decides for all connections', () => {
  vi.stubEnv('PGSSLMODE', 'require')
  expect(listUnencryptedHosts({ databaseUrl: 'postgres://shop:s@db/shop' })).toEqual([])
  vi.unstubAllEnvs()
})
