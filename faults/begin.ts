import { setTimeout as delay } from 'node:timers/promises'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'

/** The ports of a killed process become free a moment later. */
export async function begin(start: () => Promise<RunningShop>): Promise<RunningShop> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start()
    } catch (error) {
      if (attempt === 40) throw error
      await delay(300)
    }
  }
}
