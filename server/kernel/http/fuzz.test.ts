import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import {
  type Operation,
  openFuzzedShop,
  passedTheDoor,
  whoMay,
} from '#server/kernel/testing/fuzzed-shop.ts'
import { type Attack, attack } from '#server/kernel/testing/hostile-input.ts'
import { runs } from '#server/kernel/testing/runs.ts'
import { exampleOf } from '#server/shop/docs/example.ts'

/** Set FUZZ_SEED for another seed. A failure names its seed. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
const inputsEach = Number(process.env.FUZZ_INPUTS ?? runs(30, 80))
const shop = await fileFixture(openFuzzedShop())

const asText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

function urlOf(path: string, operation: Operation, { param, id, value }: Attack) {
  const inPath = operation.parameters.filter((one) => one.in === 'path')
  // Only one parameter is hostile at a time, because an earlier invalid parameter would hide it.
  const filled = inPath.reduce((filling, { name, schema }, n) => {
    const fits = asText(exampleOf(schema, shop.schemas))
    const mild = /^\d+$/.test(fits) ? `${id}` : fits
    const given = n === id % inPath.length ? (param ?? mild) : mild
    return filling.replace(`{${name}}`, () => encodeURIComponent(given.toWellFormed()))
  }, path)
  const query = new URLSearchParams()
  for (const [n, given] of operation.parameters.filter((one) => one.in === 'query').entries()) {
    const fits = exampleOf(given.schema, shop.schemas)
    query.set(
      given.name,
      asText(n === id % 3 ? value : fits)
        .slice(0, 8000)
        .toWellFormed(),
    )
  }
  // Servers limit the length of a request line. A longer one is rejected before the routes.
  return `/api${filled.slice(0, 9000)}?${query}`
}

async function bodyOf(operation: Operation, { field, value, raw: unwritten }: Attack) {
  const content = Object.values(operation.requestBody?.content ?? {})[0]
  if (!content) return unwritten
  if (unwritten !== undefined) return unwritten
  const fits = exampleOf(content.schema, shop.schemas)
  if (typeof fits !== 'object' || fits === null || Array.isArray(fits)) return JSON.stringify(value)
  const body = fits as Record<string, unknown>
  if (operation.description.includes('captcha token') && field % 3 === 0) {
    body.token = await solveCaptcha(shop.app)
  }
  const name = Object.keys(body)[field]
  return JSON.stringify(name === undefined ? value : { ...body, [name]: value })
}

test(`hostile inputs to every endpoint are refused in good form (seed ${seed})`, async () => {
  const found: string[] = []
  let sent = 0
  const { operations } = shop
  for (const [n, { path, method, operation }] of operations.entries()) {
    // New callers for each endpoint, because sessions end and roles change during the run.
    const who = await shop.callers()
    let lookedAt = 0
    for (const attempt of fc.sample(attack, { seed: seed + n, numRuns: inputsEach })) {
      const by = attempt.by === 'those' ? whoMay(operation) : attempt.by
      const payload = await bodyOf(operation, attempt)
      const call = {
        method: method.toUpperCase() as 'GET',
        url: urlOf(path, operation, attempt),
        headers: {
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...attempt.header,
          ...who[by],
          ...(by === 'loader' &&
            shop.signed(method.toUpperCase(), urlOf(path, operation, attempt), payload)),
        },
        ...(payload !== undefined && { payload }),
      }
      const { code, wrong } = await shop.judge(call)
      sent += 1
      if (passedTheDoor(code)) lookedAt += 1
      if (wrong) {
        found.push(
          `${method} ${call.url.slice(0, 200)} as ${by} ${wrong}: ${String(payload).slice(0, 300)} ${JSON.stringify(attempt.header).slice(0, 120)}`,
        )
      }
    }
    if (lookedAt === 0) found.push(`${method} ${path} looked at none of its inputs`)
    // A closed shop would reject all further requests.
    await shop.db.updateTable('settings').set({ maintenance_mode: false }).execute()
  }
  console.log(`fuzz: seed ${seed}, ${sent} requests to ${operations.length} endpoints`)
  expect(sent).toBe(operations.length * inputsEach)
  expect(found).toEqual([])
}, 3_600_000)
