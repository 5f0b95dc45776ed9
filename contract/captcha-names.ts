import type { PublicConfig } from './public-config.ts'

export const captchaNames: Record<PublicConfig['captcha']['kind'], string> = {
  altcha: 'ALTCHA',
  recaptcha: 'Google reCAPTCHA',
  hcaptcha: 'hCaptcha',
  turnstile: 'Cloudflare Turnstile',
}
