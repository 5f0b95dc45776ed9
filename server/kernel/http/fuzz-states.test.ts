import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { startSessionOf } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { type Operation, openFuzzedShop, whoMay } from '#server/kernel/testing/fuzzed-shop.ts'
import { runs } from '#server/kernel/testing/runs.ts'
import { fits, validInput } from '#server/kernel/testing/valid-input.ts'
import { exampleOf, resolve, type Schema } from '#server/shop/docs/example.ts'

/** Set FUZZ_SEED for another seed and FUZZ_STEPS for more steps. A failure names its seed. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_128)
const steps = Number(process.env.FUZZ_STEPS ?? runs(1000, 2000))
/** Sessions end and the shop may close during the run, so both are reset after this many steps. */
const renewedAfter = 25

const shop = await fileFixture(openFuzzedShop())

/** Values from responses by field name: those of the same resource, and those of all resources. */
const seen = new Map<string, unknown[]>()
const kept = 40

const resourceOf = (path: string) =>
  path
    .split('/')
    .slice(1, 3)
    .filter((part) => !part.startsWith('{'))
    .join('/')

function remember(resource: string, value: unknown) {
  if (Array.isArray(value)) for (const one of value) remember(resource, one)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'object') remember(resource, inner)
      else for (const key of [`${resource} ${name}`, name]) add(key, inner)
    }
  }
}

function add(key: string, value: unknown) {
  const values = seen.get(key) ?? []
  if (values.includes(value)) return
  seen.set(key, [...values.slice(1 - kept), value])
}

/** Never returns the `id` of another resource. */
function recall(resource: string, name: string, schema: Schema, pick: number): unknown {
  const ofAny = name === 'id' ? undefined : seen.get(name)
  const values = seen.get(`${resource} ${name}`) ?? ofAny ?? []
  const fitting = values.filter((value) => fits(value, schema, shop.schemas))
  return fitting[pick % fitting.length]
}

/** Tables whose name differs from the path segment. */
const tableOf: Record<string, string> = {
  games: 'products',
  blogs: 'posts',
  subscriptions: 'products',
  credits: 'credit_batches',
}

/** The tables whose rows paths can name, such as `orders` for the segment in `/admin/orders/{id}`. */
async function findTables() {
  const tables = await shop.db.introspection.getTables()
  const withId = tables.filter(({ columns }) => columns.some(({ name }) => name === 'id'))
  const segments = new Set(shop.operations.flatMap(({ path }) => path.split('/')))
  return [...segments].flatMap((segment) => {
    const name = tableOf[segment] ?? segment.replaceAll('-', '_')
    const table =
      withId.find((one) => one.name === name) ?? withId.find((one) => one.name.endsWith(`_${name}`))
    return table ? [{ segment, table: `${table.schema}.${table.name}` }] : []
  })
}

const tables = await findTables()
/** The ids of the newest rows by path segment. */
const ids = new Map<string, unknown[]>()

async function readIds() {
  for (const { segment, table } of tables) {
    const { rows } = await sql<{ id: unknown }>`
      select id from ${sql.table(table)} order by id desc limit ${kept}`.execute(shop.db)
    const found = rows.map(({ id }) => id)
    ids.set(segment, found)
  }
}

function urlOf({ path, operation }: Step, next: () => number) {
  const filled = path.replace(/([\w-]+)\/\{(\w+)\}/g, (_, segment, name) => {
    const schema = operation.parameters.find((one) => one.name === name)!.schema
    const rows = (ids.get(segment) ?? []).filter((id) => fits(`${id}`, schema, shop.schemas))
    const ofAny = rows[next() % rows.length]
    const ofResponse = recall(resourceOf(path), name, schema, next())
    const known = next() % 2 ? (ofResponse ?? ofAny) : (ofAny ?? ofResponse)
    return `${segment}/${encodeURIComponent(`${known ?? 1 + (next() % 9)}`)}`
  })
  const query = operation.parameters.filter((one) => one.in === 'query' && one.required)
  const asked = query.map(({ name, schema }) => [name, `${exampleOf(schema, shop.schemas)}`])
  return `/api${filled}?${new URLSearchParams(asked)}`
}

/** Returns the documented example, with fields left out or replaced by other valid values. */
async function bodyOf({ path, operation }: Step, n: number, next: () => number) {
  const given = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  if (!given) return undefined
  const { properties, required = [] } = resolve(given, shop.schemas)
  const [input] = fc.sample(validInput(given, shop.schemas), { seed: seed + n, numRuns: 1 })
  if (!properties) return next() % 2 ? exampleOf(given, shop.schemas) : input
  const others = input as Record<string, unknown>
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    if (!required.includes(name) && next() % 2) return []
    const recalled = recall(resourceOf(path), name, schema, next())
    if (recalled !== undefined && next() % 2) return [[name, recalled]]
    return [
      [name, next() % 4 === 0 && name in others ? others[name] : exampleOf(schema, shop.schemas)],
    ]
  })
  const body = Object.fromEntries(fields)
  if (operation.description.includes('captcha token')) body.token = await solveCaptcha(shop.app)
  return body
}

async function callers() {
  const who = await shop.callers()
  const customer = await shop.db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select('users.id')
    .where('banned', '=', false)
    .where('deleted_at', 'is', null)
    .groupBy('users.id')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .executeTakeFirst()
  if (customer) who.customer = { cookie: `session=${await startSessionOf(shop.db, customer.id)}` }
  return who
}

type Step = { path: string; method: string; operation: Operation }

const found: string[] = []

/** Makes a call. Returns whether it succeeded. */
async function take(step: Step, who: Awaited<ReturnType<typeof callers>>, n: number) {
  const { path, method, operation } = step
  const [picks] = fc.sample(fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), {
    seed: seed + n,
    numRuns: 1,
  })
  let at = 0
  const next = () => picks![at++ % picks!.length]!
  const input = await bodyOf(step, n, next)
  const payload = input === undefined ? undefined : JSON.stringify(input)
  const url = urlOf(step, next)
  const by = whoMay(operation)
  const { wrong, body, code } = await shop.judge({
    method: method.toUpperCase() as 'GET',
    url,
    headers: {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...who[by],
      ...(by === 'loader' && shop.signed(method.toUpperCase(), url, payload)),
    },
    ...(payload !== undefined && { payload }),
  })
  remember(resourceOf(path), body)
  if (wrong) found.push(`step ${n}: ${method} ${url} as ${by} ${wrong}: ${payload?.slice(0, 500)}`)
  return wrong === undefined && code === undefined
}

test(`valid calls in any order leave no state that fails (seed ${seed})`, async () => {
  let who = await callers()
  await readIds()
  const reads = shop.operations.filter(({ method, path }) => method === 'get' && !/\{/.test(path))
  for (const [n, step] of reads.entries()) await take(step, who, n)
  const order = fc.sample(fc.nat(), { seed, numRuns: steps })
  let done = 0
  for (const [n, pick] of order.entries()) {
    if (n % renewedAfter === 0) {
      who = await callers()
      await readIds()
      await shop.db.updateTable('settings').set({ maintenance_mode: false }).execute()
    }
    if (await take(shop.operations[pick % shop.operations.length]!, who, reads.length + n))
      done += 1
  }
  console.log(`fuzz: seed ${seed}, ${done} of ${steps} valid calls succeeded`)
  expect(found).toEqual([])
  // Refused calls change nothing, so most states are only reached if many calls succeed.
  expect(done).toBeGreaterThan(steps / 3)
}, 3_600_000)
