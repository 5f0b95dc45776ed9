import { startTestDatabases } from '#server/kernel/testing/database.ts'
import type { Scenario } from '../scenario.ts'
import { type Found, findExploit } from './play.ts'
import { shrink } from './shrink.ts'

const [count = 1000, seed = 1] = process.argv.slice(2).filter(isNumber).map(Number)

export const player: Scenario = {
  name: 'player',
  fault: `${count} customers and their friends look for a gain, from seed ${seed}`,
  plain: true,
  long: true,
  async run() {
    const stop = await startTestDatabases()
    try {
      const { played, perSecond, found } = await findExploit(count, seed)
      return {
        callers: `${played} sequences, ${perSecond.toFixed(1)} a second`,
        kept: found
          ? 'a sequence gained something or ended with an error'
          : 'nobody received more than was paid and granted',
        problems: found ? [await explain(found)] : [],
      }
    } finally {
      await stop()
    }
  },
}

async function explain({ seed: batch, problem, sequence }: Found) {
  const steps = sequence && JSON.stringify(await shrink(sequence))
  return `Shop of seed ${batch}. ${problem}.${steps ? ` The shortest sequence found: ${steps}` : ''}`
}

function isNumber(word: string) {
  return /^\d+$/.test(word)
}
