/** Tells people from programs. The server is the judge; the page only carries a token. */
export type Captcha = {
  kind: 'altcha'
  /** A fresh challenge for a widget that gets it from this server. */
  challenge(): Promise<Record<string, unknown>>
  /**
   * Passes once per token. Throws a Refusal with a sentence when it is wrong, spent or too old, and
   * also when the judge cannot be reached: nobody gets in unchecked.
   */
  check(token: string, address: string): Promise<void>
}
