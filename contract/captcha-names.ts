import type { PublicConfig } from './public-config.ts'

export const captchaNames: Record<PublicConfig['captcha']['kind'], string> = {
  altcha: 'ALTCHA',
  recaptcha: 'Google reCAPTCHA',
  hcaptcha: 'hCaptcha',
  turnstile: 'Cloudflare Turnstile',
}

/** Those of others, which keys are needed for. */
export const hostedCaptchas = ['turnstile', 'hcaptcha', 'recaptcha'] as const

/** Where one of them is tried. Its document allows the scripts of all, so it is loaded anew. */
export const captchaTrialPage = '/admin/settings/services/captcha'
