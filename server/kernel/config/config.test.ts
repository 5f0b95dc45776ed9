import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const keys = { CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET_KEY: 'secret' }

test('uses the built-in captcha by default', () => {
  expect(loadConfig({}).keys.captcha).toBeNull()
})

test('a provider requires both of its keys', () => {
  const config = loadConfig({ CAPTCHA: 'hcaptcha', ...keys })
  expect(config.keys.captcha).toEqual({ CAPTCHA: 'hcaptcha', ...keys })
  expect(config.captchaMinScore).toBe(0.5)
  expect(() => loadConfig({ CAPTCHA: 'turnstile' })).toThrow(
    'CAPTCHA=turnstile needs the environment variables CAPTCHA_SITE_KEY and CAPTCHA_SECRET_KEY.',
  )
  expect(() => loadConfig({ CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'site' })).toThrow(
    'The environment variable CAPTCHA_SECRET_KEY is missing',
  )
  expect(() => loadConfig({ CAPTCHA: 'captchafox', ...keys })).toThrow('CAPTCHA is invalid')
})

test('stand-ins for all providers are on this machine', () => {
  const url = 'http://127.0.0.1:3001'
  expect(loadConfig({ PROVIDERS_URL: url }).providersUrl).toBe(url)
  expect(() => loadConfig({ PROVIDERS_URL: 'https://pay.example.com' })).toThrow(
    'PROVIDERS_URL is invalid',
  )
})

const oneHost =
  'it names several hosts. Name one that always leads to the primary server, such as HAProxy (see Failover in docs/operating/scale.md)'

test.each([
  ['SMTP_URL', 'foo', 'it must be a URL such as smtp://user:password@mail.example.com:587'],
  ['SITE_URL', 'shop.example.com', 'it must be a URL such as https://shop.example.com'],
  ['PORT', 'abc', 'it must be a whole number from 0 to 65535'],
  ['DATABASE_POOL', '1', 'it must be a whole number from 2 to 200'],
  ['DATABASE_URL', 'postgres://shop:a@b@db1:5432,db2/shop', oneHost],
  ['DATABASE_DIRECT_URL', 'postgresql://db1,db2/shop?target_session_attrs=read-write', oneHost],
  ['DATABASE_URL', 'postgres://shop:a@/shop?host=db1,db2', oneHost],
])('%s=%s is refused with the expected format', (name, value, form) => {
  expect(() => loadConfig({ [name]: value })).toThrow(
    `The environment variable ${name} is invalid: ${form}.`,
  )
})

test('a comma in the password or the query of DATABASE_URL does not count as several hosts', () => {
  const url = 'postgres://shop:a,b@db/shop?options=-c%20search_path=a,b'
  expect(loadConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})
