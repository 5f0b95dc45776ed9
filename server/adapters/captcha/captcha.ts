import type { CaptchaPage } from '#contract/platform/public-config.ts'

/** Distinguishes people from programs. The server verifies; the page only sends a token. */
export type Captcha = {
  /** The data that the page needs to show the right widget. */
  page: CaptchaPage
  /**
   * The origins of the widget's script and of what it may load, for the page's
   * Content-Security-Policy.
   */
  sources: { script: string[]; frame: string[]; connect: string[]; style: string[] }
  /** Creates a challenge for a widget that this server serves. Null if a provider creates it. */
  challenge(): Promise<Record<string, unknown> | null>
  /**
   * Accepts each token once. Throws a Refusal if the token is wrong, already used or too old, and
   * also if the provider cannot be reached: no one gets in unchecked.
   */
  check(token: string, address: string): Promise<void>
}
