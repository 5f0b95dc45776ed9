import * as fc from 'fast-check'

const long = fc.constantFrom(300, 5000, 120_000).map((length) => 'a_'.repeat(length / 2))
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  long,
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\u202egnp.exe',
    'İıſ',
    '%00',
    '\r\nBcc: a@b',
  ),
  fc.constantFrom(
    "' or 1=1 --",
    '../../etc/passwd',
    '<svg onload=alert(1)>',
    '{{7*7}}',
    '>'.repeat(6000),
  ),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'NaN', 'Infinity', '-0', '1e400', '0x10'),
  fc.constantFrom('0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '-271821-04-20T00:00:00Z'),
  fc.constantFrom('+275760-09-13T00:00:00.001Z', '2026-02-30T00:00:00Z', '2026-11-21', '23:59:60'),
  fc.constantFrom(
    'http://127.0.0.1:1/',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'http://[::1]/',
  ),
)
const number = fc.oneof(
  fc.constantFrom(
    0,
    -1,
    -0,
    0.001,
    1.005,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    2 ** 63,
    -(2 ** 63),
    1e308,
    5e-324,
  ),
  // A safe integer that does not fit a four-byte column.
  { weight: 2, arbitrary: fc.constantFrom(2 ** 31, 2 ** 32 + 1, 99_999_999_999) },
  fc.integer(),
  fc.double({ noNaN: true }),
)
const nested = fc.constantFrom(3, 40, 3000).map((depth) => {
  let value: unknown = 'end'
  for (let n = 0; n < depth; n++) value = n % 2 ? [value] : { __proto__x: value }
  return value
})
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: number },
  fc.constantFrom(true, false, null, [], {}, [[]], [null], { length: 1e9 }),
  nested,
  fc.anything({ maxDepth: 3 }),
  fc.array(text, { maxLength: 60 }),
)

/** Bodies that no JSON library would write. */
const raw = fc.constantFrom<string | Buffer>(
  '',
  '{',
  'null',
  '1e400',
  '"\\ud800"',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"a":1,"a":2}',
  '['.repeat(20_000),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  `[${'0,'.repeat(60_000)}0]`,
  `"${'x'.repeat(300_000)}"`,
  '\ufeff{}',
  Buffer.from([0x22, 0xff, 0xfe, 0x22]),
  'a=1&b=2',
)
const header = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': ';;;' },
  { 'content-encoding': 'gzip' },
  { cookie: 'session=%ff; browser=%00; =; a' },
  { authorization: 'Bearer \u00ff' },
  { 'x-forwarded-for': 'unknown, ::::, 1.2.3.4:99999' },
  { origin: 'null' },
  { range: 'bytes=-99999999999999999999' },
  { 'if-none-match': '"'.repeat(500) },
  { accept: 'application/octet-stream' },
  { 'accept-language': 'x'.repeat(4000) },
  { 'user-agent': '\u00ff'.repeat(900) },
  { host: 'api.' },
  { 'stripe-signature': 't=1,v1=' },
  { 'stripe-signature': 't=,v1=00,v0' },
  { 'x-nowpayments-sig': 'zz' },
  { 'btcpay-sig': 'sha256=zz' },
)
/** The caller `those` may use the endpoint. */
export const attack = fc.record({
  /** Index of the hostile field. Past the last field, the whole body is hostile. */
  field: fc.nat(12),
  value: hostile,
  param: fc.option(fc.oneof({ weight: 3, arbitrary: text }, number.map(String)), {
    nil: undefined,
    freq: 3,
  }),
  id: fc.integer({ min: 1, max: 9 }),
  raw: fc.option(raw, { nil: undefined, freq: 6 }),
  header,
  by: fc.constantFrom('those', 'those', 'those', 'nobody', 'customer', 'admin'),
})
export type Attack = typeof attack extends fc.Arbitrary<infer A> ? A : never
