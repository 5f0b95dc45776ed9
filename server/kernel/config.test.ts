import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const keys = { CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET_KEY: 'secret' }

test('without a word about it the captcha is the store’s own', () => {
  expect(loadConfig({}).captcha).toBeNull()
})

test('a provider comes with both of its keys', () => {
  expect(loadConfig({ CAPTCHA: 'hcaptcha', ...keys }).captcha).toEqual({
    kind: 'hcaptcha',
    siteKey: 'site',
    secretKey: 'secret',
    minScore: 0.5,
  })
  expect(() => loadConfig({ CAPTCHA: 'turnstile' })).toThrow(
    'CAPTCHA=turnstile needs the environment variables CAPTCHA_SITE_KEY and CAPTCHA_SECRET_KEY.',
  )
  expect(() => loadConfig({ CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'site' })).toThrow(
    'The environment variable CAPTCHA_SECRET_KEY is missing',
  )
  expect(() => loadConfig({ CAPTCHA: 'captchafox', ...keys })).toThrow('CAPTCHA is not usable')
})
