import type { CaptchaPage } from '#contract/public-config.ts'

/** Tells people from programs. The server is the judge; the page only carries a token. */
export type Captcha = {
  /** What the page needs to know to show the right widget. */
  page: CaptchaPage
  /** Where the widget's own script comes from and what it may load, for the page's policy. */
  sources: { script: string[]; frame: string[]; connect: string[]; style: string[] }
  /** A fresh challenge for a widget that gets it from this server; null when another does that. */
  challenge(): Promise<Record<string, unknown> | null>
  /**
   * Passes once per token. Throws a Refusal when it is wrong, spent or too old, and
   * also when the judge cannot be reached: nobody gets in unchecked.
   */
  check(token: string, address: string): Promise<void>
}
