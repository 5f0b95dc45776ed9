import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { catalogue } from '#server/platform/events/catalogue.ts'

type Described = { summary: string; schema: { properties?: object }; example: object }

const shop = await fileFixture(openTestShop())

test('the document has every mounted endpoint, with its refusals and units', async () => {
  const { statusCode, body } = await shop.app.inject('/api/openapi.json')
  expect(statusCode).toBe(200)
  const document = JSON.parse(body)
  expect(document.openapi).toBe('3.1.0')
  for (const { method, path, who, status = 200 } of shop.app.endpoints) {
    const operation = document.paths[path]?.[method.toLowerCase()]
    expect(operation?.summary, `${method} ${path}`).toMatch(/\w/)
    const answers = Object.keys(operation.responses)
    expect(answers).toContain(String(status))
    if (who !== 'anyone') expect(answers).toContain('401')
  }
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods as Record<string, { operationId: string }>).map((one) => one.operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
  expect(document.info.description).toContain('Amounts are in USD')
  const refs = body.match(/#\/components\/schemas\/\w+/g) ?? []
  for (const ref of refs) expect(document.components.schemas).toHaveProperty(ref.split('/').at(-1)!)
})

test('the document has every event, with a description and a sample', async () => {
  const { body } = await shop.app.inject('/api/openapi.json')
  const { 'x-events': events } = JSON.parse(body)
  expect(Object.keys(events).sort()).toEqual(Object.keys(catalogue).sort())
  for (const [type, { summary, schema, example }] of Object.entries<Described>(events)) {
    expect([type, summary]).toEqual([type, expect.stringMatching(/^[A-Z][^.]*$/)])
    expect([type, Object.keys(schema.properties ?? {}).sort()]).toEqual([
      type,
      expect.arrayContaining(Object.keys(example)),
    ])
  }
  expect(events['order.finished']).toMatchObject({
    summary: 'Order finished',
    schema: { properties: { before: { enum: expect.arrayContaining(['waiting']) } } },
    example: { total_cents: 5397, before: 'waiting' },
  })
  expect(events['discount.added'].example.codes[0].start_date).toBe('2026-03-01T00:00:00.000Z')
  const page = await shop.app.inject('/api/docs')
  for (const type of Object.keys(events)) expect(page.body).toContain(`id="event-${type}"`)
})

test('the page shows every call and needs no script', async () => {
  const { statusCode, body, headers } = await shop.app.inject('/api/docs/')
  expect(statusCode).toBe(200)
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(body).not.toContain('<script')
  expect(body).not.toContain('undefined')
  for (const { path } of shop.app.endpoints) expect(body).toContain(`<code>${path}</code>`)
})
