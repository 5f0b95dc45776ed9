import type { PublicConfig } from '#contract/public-config.ts'

export const captchaNames: Record<PublicConfig['captcha']['kind'], string> = {
  altcha: 'ALTCHA',
  recaptcha: 'Google reCAPTCHA',
  hcaptcha: 'hCaptcha',
  turnstile: 'Cloudflare Turnstile',
}
