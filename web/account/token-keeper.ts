type TokenKeeperOptions = {
  /** Wins a new token; null, or a rejection, when there is none to be had. Told when to give up. */
  solve: (giveUp: AbortSignal) => Promise<string | null>
  /** How long a token is good for, in milliseconds. */
  lifetime: number
  /** How long a submitted form waits for a token at most, in milliseconds. */
  patience: number
}

export type TokenKeeper = ReturnType<typeof keepToken>

/**
 * Has a captcha's token at hand. One check runs at a time, since two spoil each other, and each
 * ends within the given patience, whatever it waits for.
 */
export function keepToken({ solve, lifetime, patience }: TokenKeeperOptions) {
  let kept: { token: string; since: number } | null = null
  let running: Promise<string | null> | null = null

  /** What was won, also by a check that somebody began by hand; null when it is lost. */
  function keep(token: string | null) {
    kept = token === null ? null : { token, since: Date.now() }
  }

  /** Begins a check unless one is running, and answers its token. */
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

  /** The token, once: from what is kept, from the check that is running, or from a new one. */
  function take(): Promise<string | null> {
    const taken = taking.then(takeNext)
    taking = taken
    return taken
  }

  async function takeNext(): Promise<string | null> {
    // By the clock, for no timer runs while a computer sleeps.
    if (kept && Date.now() - kept.since >= lifetime) kept = null
    // What began by itself may have failed for a reason that is over.
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
