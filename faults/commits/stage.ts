import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { signInAs, signInMany } from '#server/kernel/testing/customer.ts'
import { openServer } from '#server/kernel/testing/own-postgres.ts'
import { type RunningShop, shopPorts, startShop } from '#server/kernel/testing/running-shop.ts'
import { begin } from '../begin.ts'
import { anyShop, findBroken } from '../invariants.ts'
import { mailsSent } from '../orders.ts'
import type { Outcome } from '../scenario.ts'
import { copyShop } from '../template.ts'
import { troubleOf } from '../trouble.ts'
import { openCommitProxy } from './proxy.ts'

type Answer = { status: number; body: unknown }

export type CommitStage = {
  db: Database
  sandboxUrl: string
  /** The product on sale. */
  product: number
  /** The session cookie of an administrator. */
  staff: string
  /** Creates a new customer. */
  customer(): Promise<{ cookie: string; email: string }>
  /**
   * Calls the shop, by a path below `/api`, or the sandbox. The status is 0 if there is no
   * response.
   */
  ask(path: string, body?: object, options?: { cookie?: string; method?: string }): Promise<Answer>
  /**
   * Creates objects and acts on each. Breaks the first act at its first commit that writes any of
   * `of`, the second at its second, and so on, until an act has no more commits. An odd commit is
   * broken before it reaches the database, an even one after the database has committed. Every
   * third break kills the process; the others only cut the connection.
   */
  breakEach<T>(of: RegExp, make: () => Promise<T>, act: (one: T) => Promise<unknown>): Promise<T[]>
}

/** The maximum number of commits to break per act. Later commits belong to the act's mails. */
const mostCommits = 8
/** How long after an act its jobs may begin, in milliseconds. */
const jobsWithin = 2000
/** How long until the work of a dead process is restarted, in milliseconds. */
const orphansWithin = 20_000

/**
 * Breaks a shop at its commits, and checks it after recovery. `play` returns the problems that
 * remain.
 */
export async function playCommits(
  play: (stage: CommitStage) => Promise<{ things: number; judge: () => Promise<string[]> }>,
): Promise<Outcome> {
  const folders = copyShop()
  const server = await openServer(folders.database)
  const proxy = await openCommitProxy(server.url)
  const env = { LOG_LEVEL: 'silent', ...(await shopPorts()) }
  const start = () => begin(() => startShop(proxy.url, folders.files, env))
  const db = openDatabase(server.url, 4)
  let shop: RunningShop = await start()
  const wrong: string[] = []
  let [cuts, kills] = [0, 0]

  async function ask(path: string, body?: object, { cookie = '', method = '' } = {}) {
    const ours = path.startsWith('/')
    const answer = await fetch(ours ? `${shop.url}/api${path}` : path, {
      method: method || (body ? 'POST' : 'GET'),
      headers: { ...(body && { 'content-type': 'application/json' }), cookie },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(40_000),
    }).catch(() => null)
    const status = answer?.status ?? 0
    if (ours && status === 500) wrong.push(`${path} was answered 500`)
    return { status, body: (await answer?.json().catch(() => null)) ?? {} }
  }

  async function breakEach<T>(
    of: RegExp,
    make: () => Promise<T>,
    act: (one: T) => Promise<unknown>,
  ) {
    const things: T[] = []
    for (let nth = 1; nth <= mostCommits; nth += 1) {
      const one = await make()
      things.push(one)
      const reached = proxy.reach(nth, nth % 2 === 1 ? 'before' : 'after', of)
      const acting = act(one)
      const said = await Promise.race([reached, acting.then(() => delay(jobsWithin))])
      proxy.pass()
      if (said === undefined) break
      if (nth % 3 === 0) {
        kills += 1
        await shop.stop('SIGKILL')
        shop = await start()
      } else cuts += 1
      proxy.cut()
      await acting
    }
    return things
  }

  try {
    const { token } = await signInAs(db, { admin: true })
    const { id: product } = await db.selectFrom('products').select('id').executeTakeFirstOrThrow()
    const { things, judge } = await play({
      ...{ db, sandboxUrl: shop.sandboxUrl, product, staff: `session=${token}`, ask, breakEach },
      async customer() {
        const [one] = await signInMany(db, 1)
        const user = db.selectFrom('users').select('email').where('id', '=', one!.id)
        return { cookie: `session=${one!.token}`, ...(await user.executeTakeFirstOrThrow()) }
      },
    })
    await delay(orphansWithin)
    if (!(await mailsSent(server.url))) wrong.push('mails were still waiting')
    const problems = [...wrong, ...(await judge()), ...(await findBroken(db, anyShop))]
    problems.push(...(await troubleOf([shop], server, { broken: cuts + kills })))
    return {
      callers: `${things} things, ${cuts} cuts and ${kills} kills at their commits`,
      kept: `${things} looked at`,
      problems,
    }
  } finally {
    await shop.stop('SIGKILL')
    await db.destroy()
    await proxy.close()
    await server.stop('SIGQUIT')
    folders.remove()
  }
}
