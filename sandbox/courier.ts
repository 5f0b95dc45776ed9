import { clock } from '#server/kernel/time/clock.ts'
import { objectId } from './ids.ts'
import type { Store, Table } from './store.ts'
import type { Provider, Switches } from './switches.ts'

/** Above this number, the oldest deliveries are removed, except pending ones. */
const mostDeliveries = 2000
/** Seconds between attempts. */
const retrySeconds = [1, 2, 5, 10, 30, 60, 300]
const answerWithinMs = 10_000
/** How long reordered webhooks are collected before the newest is sent first, in milliseconds. */
const reorderMs = 300

type Attempt = {
  at: string
  /** The HTTP status, or why there was none. */
  outcome: number | string
}

export type Delivery = {
  id: string
  provider: Provider
  url: string
  /** The type of the event: a Stripe event type, or a NOWPayments status. */
  topic: string
  /** The id of the payment or session that it belongs to. */
  subject: string
  body: string
  /** The signing secret of the endpoint, if it has its own. */
  secret?: string
  /**
   * A queue that all webhooks of an endpoint share: the next one is sent after this one is delivered
   * or has failed. Without it, only the first attempts for one subject are in order.
   */
  queue?: string
  state: 'pending' | 'delivered' | 'failed' | 'lost'
  attempts: Attempt[]
  /** The number of tries. With copies, each try consists of several attempts. */
  tries: number
}

/**
 * BTCPay Server repeats a delivery only after a server error, 408, 429 or no response:
 * WebhookSender.cs of 2.4.1.
 */
const isFinal =
  (provider: Provider) =>
  ({ outcome }: Attempt) =>
    provider === 'btcpay' &&
    typeof outcome === 'number' &&
    outcome < 500 &&
    ![408, 429].includes(outcome)

export type Sign = (body: string, good: boolean, secret?: string) => Record<string, string>

export type Courier = {
  deliveries: Table<Delivery>
  send(
    letter: Pick<Delivery, 'provider' | 'url' | 'topic' | 'subject' | 'body' | 'secret' | 'queue'>,
  ): void
  /** Sends all webhooks of a payment or session again, whatever their earlier outcome. */
  redeliver(subject: string): number
  /**
   * Resolves when every webhook has had its first attempt. A webhook that waits behind a failing one
   * counts as attempted.
   */
  idle(): Promise<void>
  stop(): void
}

/**
 * Delivers webhooks. Those of one queue or payment are sent in order, one after the other, and retried
 * if the shop does not answer 2xx. The switches can delay, duplicate, reorder, forge or lose webhooks.
 */
export function startCourier(
  store: Store,
  switches: Switches,
  sign: Record<Provider, Sign>,
  log: (line: string) => void,
): Courier {
  const deliveries = store.table<Delivery>(
    'deliveries',
    ({ state }, rows) => rows < mostDeliveries || state === 'pending',
  )
  const queues = new Map<string, Promise<void>>()
  const held: Record<Provider, Delivery[]> = { stripe: [], nowpayments: [], btcpay: [] }
  const timers = new Set<NodeJS.Timeout>()
  const stopped = new AbortController()
  /** The queues of webhooks without a first attempt. */
  const unattempted = new Map<string, string>()
  /** The queues whose first webhook waits for its next attempt. */
  const blocked = new Set<string>()
  let onIdle: (() => void)[] = []

  function after(ms: number, task: () => void) {
    if (stopped.signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      task()
    }, ms)
    timer.unref()
    timers.add(timer)
  }

  async function post(delivery: Delivery): Promise<Attempt> {
    const good = !switches[delivery.provider].webhooks.badSignature
    const at = clock.date().toISOString()
    try {
      const response = await fetch(delivery.url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          ...sign[delivery.provider](delivery.body, good, delivery.secret),
        },
        body: delivery.body,
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(answerWithinMs)]),
      })
      await response.arrayBuffer()
      return { at, outcome: response.status }
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: string } }
      return { at, outcome: cause?.code ?? name }
    }
  }

  /** Returns the time until the next attempt in seconds, or undefined if there is none. */
  async function attempt(id: string): Promise<number | undefined> {
    const delivery = deliveries.get(id)
    if (!delivery || stopped.signal.aborted) return
    const copies = Array.from({ length: switches[delivery.provider].webhooks.copies }, () =>
      post(delivery),
    )
    const attempts = await Promise.all(copies)
    if (stopped.signal.aborted) return
    return settle(id, attempts)
  }

  function settle(id: string, made: Attempt[]): number | undefined {
    const before = deliveries.get(id)
    if (!before) return
    const attempts = [...before.attempts, ...made].slice(-50)
    const delivered = made.some(({ outcome }) => Number(outcome) >= 200 && Number(outcome) < 300)
    const wait = made.every(isFinal(before.provider)) ? undefined : retrySeconds[before.tries]
    const state = delivered ? 'delivered' : wait === undefined ? 'failed' : 'pending'
    deliveries.put(id, { ...before, attempts, state, tries: before.tries + 1 })
    if (delivered) return
    log(`webhook ${before.topic}: ${made.at(-1)?.outcome}${wait ? `, again in ${wait} s` : ''}`)
    return wait
  }

  const pause = (ms: number) => new Promise<void>((resolve) => after(ms, resolve))

  async function retry(id: string, seconds: number | undefined): Promise<void> {
    for (let wait = seconds; wait !== undefined; wait = await attempt(id)) await pause(wait * 1000)
  }

  const isIdle = () => [...unattempted.values()].every((queue) => blocked.has(queue))

  function resolveIdle() {
    if (isIdle()) for (const resolve of onIdle.splice(0)) resolve()
  }

  const queueOf = ({ provider, subject, queue }: Delivery) => `${provider} ${queue ?? subject}`

  /** Adds a first attempt to the end of its queue. */
  function enqueue(delivery: Delivery) {
    const { id, provider } = delivery
    const due = performance.now() + switches[provider].webhooks.delayMs
    const queue = queueOf(delivery)
    const done = (queues.get(queue) ?? Promise.resolve()).then(async () => {
      const early = due - performance.now()
      if (early > 0) await pause(early)
      const wait = await attempt(id)
      unattempted.delete(id)
      const retried = retry(id, wait)
      if (delivery.queue !== undefined && wait !== undefined) {
        blocked.add(queue)
        resolveIdle()
        await retried
        blocked.delete(queue)
      }
      resolveIdle()
      if (queues.get(queue) === done) queues.delete(queue)
    })
    queues.set(queue, done)
  }

  function hold(delivery: Delivery) {
    const waiting = held[delivery.provider]
    waiting.push(delivery)
    if (waiting.length > 1) return
    after(reorderMs, () => {
      for (const next of waiting.splice(0).reverse()) enqueue(next)
    })
  }

  function dispatch(delivery: Delivery) {
    const { lost, reorder } = switches[delivery.provider].webhooks
    if (lost) {
      deliveries.update(delivery.id, { state: 'lost' })
      return
    }
    unattempted.set(delivery.id, queueOf(delivery))
    if (reorder) hold(delivery)
    else enqueue(delivery)
  }

  for (const delivery of deliveries.all()) if (delivery.state === 'pending') dispatch(delivery)

  return {
    deliveries,
    send(letter) {
      const id = objectId('whd')
      dispatch(deliveries.put(id, { ...letter, id, state: 'pending', attempts: [], tries: 0 }))
    },
    redeliver(subject) {
      const again = deliveries.all().filter((delivery) => delivery.subject === subject)
      for (const { id } of again)
        dispatch(deliveries.update(id, { state: 'pending', attempts: [], tries: 0 }))
      return again.length
    },
    idle() {
      return isIdle() ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve))
    },
    stop() {
      stopped.abort()
      for (const timer of timers) clearTimeout(timer)
      for (const resolve of onIdle.splice(0)) resolve()
      onIdle = []
    },
  }
}
