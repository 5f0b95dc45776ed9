import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { maxTraceBytes } from '#contract/licensing/staff-traces.ts'
import { loadConfig } from '#server/kernel/config/config.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')
const image = read('Dockerfile')
const compose = read('compose.yaml')
const cluster = read('kubernetes.yaml')

const all = (text: string, what: RegExp) => [...text.matchAll(what)].map(([, found]) => found!)
/** The environment variables that the server reads. */
const known = all(read('server/kernel/config/environment.ts'), /^ {2}([A-Z][A-Z_0-9]+):/gm)

test('every variable of the server is in the list for operators', () => {
  const listed = read('docs/operating/configure.md').split('\n')
  const rows = listed.filter((line) => line.startsWith('| `')).map((line) => line.split('|')[1])
  const documented = rows.flatMap((cell) => all(cell!, /`([A-Z_0-9]+)`/g))
  expect(known.length).toBeGreaterThan(40)
  // `npm run dev` sets this one itself.
  const own = ['LOADOUT_DEV']
  expect(known.filter((name) => !documented.includes(name))).toEqual(own)
})

test('what the ways to run set is what the server reads', () => {
  const shop = compose.slice(compose.indexOf('x-shop'), compose.indexOf('  proxy:'))
  const data = cluster.slice(0, cluster.indexOf('kind: Job'))
  const set = [
    ...all(shop, /^ {4,6}([A-Z][A-Z_0-9]+):/gm),
    ...all(data, /^ {2}([A-Z][A-Z_0-9]+):/gm),
    ...all(cluster, /\{ name: ([A-Z][A-Z_0-9]+), value/g),
    ...all(image, /\b([A-Z][A-Z_0-9]+)=/g).filter((name) => !/^NODE/.test(name)),
  ]
  expect(set).toEqual(
    expect.arrayContaining(['ROLES', 'DATABASE_DIRECT_URL', 'S3_URL', 'DATA_DIR']),
  )
  expect(set.filter((name) => !known.includes(name))).toEqual([])
  const [DATABASE_URL] = all(cluster, /^ {2}DATABASE_URL: (\S+)/gm)
  expect(loadConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  const { scripts } = JSON.parse(read('package.json'))
  const run = all(compose + cluster, /\[npm, run, --silent, (\w+)\]/g)
  expect(run).toEqual(['migrate', 'migrate'])
  for (const name of run) expect(scripts).toHaveProperty(name)
})

test('the image is built apart, runs as nobody of note, and tells its health', () => {
  expect(all(image, /^(FROM) /gm)).toHaveLength(2)
  expect(image).toMatch(/^USER 10001:10001$/m)
  expect(image.indexOf('\nUSER ')).toBeGreaterThan(image.lastIndexOf('\nRUN '))
  const [checks, starts] = all(image, /CMD \["node", "([\w/.]+)"\]/g)
  expect([checks, starts]).toEqual(['bin/healthy.js', 'bin/start.js'])
  expect(image).toContain('HEALTHCHECK')
})

test('compose sends queries through the pooler and what listens past it', () => {
  expect(compose).toMatch(/ DATABASE_URL: \S+@pooler:6432\//)
  expect(compose).toMatch(/ DATABASE_DIRECT_URL: \S+@postgres:5432\//)
  expect(compose).toContain('POOL_MODE: transaction')
  expect(compose).toContain('reverse_proxy web:3000')
  expect(compose).toMatch(/<<: \*shop\n/)
  const shop = compose.slice(0, compose.indexOf('\nservices:'))
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
    expect(shop).toContain(line)
  // The server trusts the proxy because it is in this network.
  const [believed] = all(compose, /TRUST_PROXY: (\S+)/g)
  expect(all(compose, /subnet: ([^\s}]+)/g)).toEqual([believed])
})

test('what a session would limit, PostgreSQL limits behind the pooler', () => {
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
    expect(read('server/kernel/database/pool.ts')).toContain(`('${limit}'`)
    expect(compose).toContain(` ${limit}=30s`)
  }
})

test('the proxy of the cluster lets pass what the shop takes, as it comes', () => {
  const [most] = all(cluster, /proxy-body-size: (\d+)m$/gm)
  expect(Number(most) * 1024 * 1024).toBeGreaterThanOrEqual(maxTraceBytes)
  expect(cluster).toContain('proxy-request-buffering: "off"')
})

test('each pod of the cluster writes nowhere but its volumes, as nobody', () => {
  const pods = cluster.split(/^---$/m).filter((part) => part.includes('containers:'))
  expect(pods.map((pod) => /kind: (\w+)/.exec(pod)![1])).toEqual([
    ...['Job', 'Deployment', 'Deployment'],
  ])
  for (const pod of pods) {
    for (const line of [
      'runAsNonRoot: true',
      'runAsUser: 10001',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      '{ name: tmp, mountPath: /tmp }',
      '{ name: data, mountPath: /data }',
    ])
      expect(pod).toContain(line)
  }
  const probes = all(cluster, /Probe:\n\s+httpGet: \{ path: (\S+),/g)
  expect(probes).toEqual(['/health/live', '/health/live', '/health/ready'])
})
