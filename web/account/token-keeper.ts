type TokenKeeperOptions = {
  /**
   * Gets a new token. Null or a rejection means that there is none. The signal says when to give
   * up.
   */
  solve: (giveUp: AbortSignal) => Promise<string | null>
  /** How long a token is valid, in milliseconds. */
  lifetime: number
  /** How long a submitted form waits for a token at most, in milliseconds. */
  patience: number
}

export type TokenKeeper = ReturnType<typeof keepToken>

/**
 * Keeps a captcha token ready. One check runs at a time, because two would interfere with each
 * other. Each check ends within `patience`.
 */
export function keepToken({ solve, lifetime, patience }: TokenKeeperOptions) {
  let kept: { token: string; since: number } | null = null
  let running: Promise<string | null> | null = null

  /** Stores a token, also from a check that the visitor started. Null when the token is lost. */
  function keep(token: string | null) {
    kept = token === null ? null : { token, since: Date.now() }
  }

  /** Starts a check unless one is running, and returns its token. */
  function check(): Promise<string | null> {
    running ??= within(patience, solve)
      .catch(() => null)
      .then((token) => {
        keep(token)
        running = null
        return token
      })
    return running
  }

  let taking: Promise<unknown> = Promise.resolve()

  /** Takes the token for one use: the stored one, the one of the running check, or a new one. */
  function take(): Promise<string | null> {
    const taken = taking.then(takeNext)
    taking = taken
    return taken
  }

  async function takeNext(): Promise<string | null> {
    // Compared with the clock, because timers do not run while a computer sleeps.
    if (kept && Date.now() - kept.since >= lifetime) kept = null
    // If an automatic check failed, its cause may be gone by now, so check again.
    const token = kept?.token ?? (running && (await running)) ?? (await check())
    kept = null
    return token
  }

  return { keep, check, take }
}

function within<T>(patience: number, begin: (giveUp: AbortSignal) => Promise<T>): Promise<T> {
  const giveUp = new AbortController()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('It took too long'))
      giveUp.abort()
    }, patience)
    begin(giveUp.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
