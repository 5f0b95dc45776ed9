import type { PublicConfig } from './public-config.ts'

export const captchaNames: Record<PublicConfig['captcha']['kind'], string> = {
  altcha: 'ALTCHA',
  recaptcha: 'Google reCAPTCHA',
  hcaptcha: 'hCaptcha',
  turnstile: 'Cloudflare Turnstile',
}

/** Captchas of external providers, which require keys. */
export const hostedCaptchas = ['turnstile', 'hcaptcha', 'recaptcha'] as const

/**
 * The page where staff test a captcha provider. Its CSP allows the scripts of all providers, so it
 * is opened with a full page load.
 */
export const captchaTrialPage = '/admin/settings/services/captcha'
