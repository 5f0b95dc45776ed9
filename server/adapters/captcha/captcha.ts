import type { CaptchaPage } from '#contract/platform/public-config.ts'

export type Captcha = {
  page: CaptchaPage
  /** The origins of the widget's script and of what it loads, for the Content-Security-Policy. */
  sources: { script: string[]; frame: string[]; connect: string[]; style: string[] }
  /** Creates a challenge for a widget that this server serves. Null if a provider creates it. */
  challenge(): Promise<Record<string, unknown> | null>
  /** Each token works once. Throws a Refusal for any other, and also if the provider is down. */
  check(token: string, address: string): Promise<void>
}
