import { randomFrom } from '#server/shop/overview/testing/random.ts'
import { longestPause, type Move, type Round, type Step, type Turn } from './action.ts'
import { afterSale } from './actions/after-sale.ts'
import { buying } from './actions/buying.ts'
import { referring } from './actions/referrals.ts'
import { time } from './actions/time.ts'
import type { Group } from './group.ts'
import { inParallel } from './in-parallel.ts'
import { gainOf } from './model.ts'
import { openWorld, type World } from './world.ts'

const actions = [...buying, ...time, ...afterSale, ...referring]
const names = actions.flatMap(({ name, weight }) => Array<string>(weight).fill(name))
const byName = new Map(actions.map((action) => [action.name, action]))

export type Sequence = readonly Round[]

/** The gain of a sequence, and the error that ended it, if any. */
export type Outcome = { cents: number; fault: string | null }

/** Long enough for several renewals of a week. */
const roundsOfLife = 28

/** Actions that have an effect only together. */
const themes = [
  ['order by card', 'the bank changes its mind', 'buy what is about to end'],
  ['order by crypto', 'order by crypto', 'pay in coins'],
  ['order by crypto', 'order by crypto', 'pay in coins', 'order by card'],
  ['the friends buy', 'redeem a reward'],
]

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes
const lengths = [
  ...[30, hourMinutes, 12 * hourMinutes],
  ...[1, 1, 1, 1, 2, 2, 3, 7].map((days) => days * dayMinutes),
]

/** Random sequences. All have the same moves, because they share a shop and its clock. */
export function sequencesOf(seed: number, count: number, roundCount = roundsOfLife): Sequence[] {
  const { below, pick } = randomFrom(seed)
  /** The moves of each round: pauses of minutes between its actions, and then a longer one. */
  const rounds = Array.from({ length: roundCount }, (): Move[] => [
    ...Array.from({ length: below(3) }, () => ({ minutes: pick([0, 1, 5, longestPause]) })),
    {
      ...{ minutes: pick(lengths), ends: pick(ends), incident: below(10) === 0 },
      factor: below(16) === 0 ? pick([0.6, 1, 1.5]) : undefined,
      rate: below(3) === 0 ? pick([0.7, 0.9, 1, 1.1, 1.4]) : undefined,
    },
  ])

  /**
   * Few kinds of actions by few accounts, mostly with the same choices, find more exploits than a mix of
   * all actions.
   */
  function sequence(): Sequence {
    const habits = [...pick(themes), ...Array.from({ length: below(3) }, () => pick(names))]
    const accounts = pick([[0], [0], [0, 0, 0, 1], [0, 1, 2, 3]])
    // Orders with the same choices are for the same product and with the same code.
    const shared = below(1_000_000)
    const usual = new Map(
      habits.map((action) => [action, below(2) === 0 ? shared : below(1_000_000)]),
    )
    const idle = pick([1, 2, 4, 8])
    const most = pick([1, 2, 4, 6])
    const step = (): Step => {
      const action = pick(habits)
      const choices = below(3) < 2 ? usual.get(action)! : below(1_000_000)
      return { action, account: pick(accounts), choices, together: below(4) === 0 }
    }
    return rounds.flatMap((moves) => {
      const count = below(idle) === 0 ? 1 + below(most) : 0
      const steps = Array.from({ length: count }, () => ({ ...step(), at: below(moves.length) }))
      return moves.map((move, place) => ({
        ...move,
        steps: steps.flatMap(({ at, ...each }) => (at === place ? [each] : [])),
      }))
    })
  }
  return Array.from({ length: count }, sequence)
}

const ends = [
  ...Array<undefined>(22).fill(undefined),
  ...(['restarts', 'killed before', 'killed after'] as const),
]

function chooser(choices: Step['choices']): Turn['pick'] {
  if (typeof choices === 'number') return randomFrom(choices).pick
  const left = [...choices]
  return <T>(options: readonly T[]) => {
    const choice = left.shift()
    const named = options.find((option) => option === choice)
    return named ?? options[Number(choice ?? 0)] ?? options[0]!
  }
}

async function playSteps(world: World, group: Group, steps: readonly Step[]) {
  const playStep = ({ action, account, choices }: Step) => {
    const turn = { world, group, account: group.accounts[account]!, pick: chooser(choices) }
    return byName.get(action)!.run(turn)
  }
  const [first, ...rest] = steps
  if (!first) return
  const next = rest.findIndex(({ together }) => !together)
  const others = next === -1 ? rest : rest.slice(0, next)
  await Promise.all([first, ...others].map(playStep))
  await playSteps(world, group, rest.slice(others.length))
}

/** Plays sequences with the same moves concurrently in a new shop. */
export async function play(
  sequences: readonly Sequence[],
): Promise<{ outcomes: Outcome[]; faults: string[] }> {
  const world = await openWorld(sequences.length)
  const players = world.groups.map((group, at) => {
    return { group, sequence: sequences[at]!, fault: null as string | null }
  })
  try {
    const last = sequences[0]!.length - 1
    for (const [at, move] of sequences[0]!.entries()) {
      await inParallel(players, async (player) => {
        if (player.fault) return
        await playSteps(world, player.group, player.sequence[at]!.steps).catch((error) => {
          player.fault = reasonOf(error)
        })
      })
      await world.work()
      if (move.ends === 'restarts') await world.restart()
      if (at === last) await world.finish()
      await world.observe(at === last ? { minutes: Number.POSITIVE_INFINITY } : move)
      if (at < last) await world.pass(move)
    }
    const books = await world.readBooks()
    const grace = await world.readGrace()
    return {
      outcomes: players.map(({ group, fault }) => ({ cents: gainOf(group, books, grace), fault })),
      faults: [...world.faults],
    }
  } finally {
    await world.close()
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause ? `${error.message}: ${reasonOf(error.cause)}` : error.message
}

/** A gain or an error, with the seed of its shop; without a sequence if a job of the shop failed. */
export type Found = { seed: number; problem: string; sequence: Sequence | null }

/** Plays `count` random sequences, or fewer if one gains something or meets an error. */
export async function findExploit(
  count: number,
  seed: number,
  { perShop = 300, roundCount = roundsOfLife } = {},
) {
  const since = performance.now()
  let played = 0
  let found: Found | undefined
  while (played < count && !found) {
    const batch = seed + played
    const sequences = sequencesOf(batch, Math.min(perShop, count - played), roundCount)
    const { outcomes, faults } = await play(sequences)
    const place = outcomes.findIndex(({ cents, fault }) => cents > 0 || fault)
    const { cents, fault } = outcomes[place] ?? { cents: 0, fault: null }
    if (fault) found = { seed: batch, problem: fault, sequence: sequences[place]! }
    else if (cents > 0) {
      const problem = `The sequence gained ${cents} cents`
      found = { seed: batch, problem, sequence: sequences[place]! }
    } else if (faults.length > 0)
      found = { seed: batch, problem: faults.join('; '), sequence: null }
    played += sequences.length
  }
  return { played, perSecond: played / ((performance.now() - since) / 1000), found }
}
