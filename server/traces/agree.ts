import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from '#server/kernel/database.ts'
import { wordOf } from '#server/loader/marks.ts'
import type { Alternative } from '#server/releases/alternatives.ts'
import { stringFinder } from '#server/releases/strings.ts'

/**
 * Maximum number of releases whose alternatives are searched for, and of copies that are compared
 * with a file. The newest ones count.
 */
const mostReleases = 400
const mostBuilds = 200_000

/**
 * A copy is named if the probability that any compared copy agrees so well by chance is below 1 in
 * 10^6 files.
 */
const namedFrom = 6

/** The strings of a release's alternatives. */
export type Declared = { id: number; alternatives: readonly Pick<Alternative, 'a' | 'b'>[] }

/**
 * The strings of a release's pairs that a file contains: the first, the second, both (null) or none
 * (undefined).
 */
export type Read = { release: number; bits: (0 | 1 | null | undefined)[] }

/** A copy's choices compared with those in a file: `agree` out of `of`. */
export type Agreement = { build: string; agree: number; of: number; digits: number }

export async function readDeclared(db: Database): Promise<Declared[]> {
  const rows = await db
    .selectFrom('loader_releases')
    .select(['id', 'alternatives'])
    .where(({ eb, fn }) => eb(fn<number>('jsonb_array_length', ['alternatives']), '>', 0))
    .orderBy('id', 'desc')
    .limit(mostReleases)
    .execute()
  return rows.map(({ id, alternatives }) => ({ id, alternatives: alternatives as Alternative[] }))
}

/** Finds the strings of alternatives in a file that is passed piece by piece. */
export function alternativeReader(declared: readonly Declared[]) {
  const known = new Set(declared.flatMap(({ alternatives }) => alternatives.flatMap(stringsOf)))
  const strings = [...known]
  const seen = new Set<string>()
  const finder = stringFinder(
    strings.map((string) => Buffer.from(string, 'hex')),
    (index) => seen.add(strings[index]!),
  )
  return {
    see: finder.see,
    end(): Read[] {
      finder.end()
      return declared.map(({ id, alternatives }) => ({
        release: id,
        bits: alternatives.map(({ a, b }) => bitOf(seen.has(a), seen.has(b))),
      }))
    },
  }
}

const stringsOf = ({ a, b }: { a: string; b: string }) => [a, b]

function bitOf(first: boolean, second: boolean): Read['bits'][number] {
  if (first && second) return null
  return first ? 0 : second ? 1 : undefined
}

const told = ({ bits }: Read) => bits.filter((bit) => bit === 0 || bit === 1).length

/**
 * Returns whether a file comes from a release: it must contain at least half of its alternatives.
 */
export const isOf = ({ bits }: Read) =>
  2 * bits.filter((bit) => bit !== undefined).length >= bits.length

/**
 * Returns the copies whose choices a file contains, the most certain first, and whether there were
 * more to compare.
 */
export async function findAgreeing(db: Database, markKey: Buffer | null, reads: readonly Read[]) {
  // Fewer choices cannot identify a copy.
  const useful = reads.filter((read) => told(read) * Math.log10(2) >= namedFrom)
  const candidates: Candidate[] = []
  for (const read of markKey ? useful : []) {
    const room = mostBuilds + 1 - candidates.length
    if (room > 0) candidates.push(...(await listBuilds(db, read, room)))
  }
  const agreeing = markKey ? await agreeingOf(markKey, candidates.slice(0, mostBuilds)) : []
  return { agreeing, cutShort: candidates.length > mostBuilds }
}

type Candidate = { build: string; read: Read }

/**
 * Returns the copies whose choices a file contains. For an unrelated copy, each choice agrees with
 * probability one half.
 */
export async function agreeingOf(markKey: Buffer, candidates: readonly Candidate[]) {
  const agreeing: Agreement[] = []
  for (const [index, { build, read }] of candidates.entries()) {
    const counted = agreement(read, wordOf(markKey, build))
    const digits = 2 * counted.agree > counted.of ? digitsOf(counted, candidates.length) : 0
    if (digits >= namedFrom) agreeing.push({ build, ...counted, digits })
    // Let other requests run.
    if (index % 2000 === 1999) await turn()
  }
  return agreeing.toSorted((one, other) => other.digits - one.digits)
}

async function listBuilds(db: Database, read: Read, limit: number): Promise<Candidate[]> {
  const rows = await db
    .selectFrom('loader_builds')
    .select('id')
    .where('release_id', '=', read.release)
    .where('status', '=', 'ready')
    .orderBy('requested_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => ({ build: id, read }))
}

function agreement({ bits }: Read, word: (pair: number) => 0 | 1) {
  let [agree, of] = [0, 0]
  for (const [pair, bit] of bits.entries()) {
    if (bit !== 0 && bit !== 1) continue
    of += 1
    if (word(pair) === bit) agree += 1
  }
  return { agree, of }
}

/**
 * Returns the largest n such that chance alone makes any of `copies` unrelated copies agree in as
 * many choices in at most 1 of 10^n files. This is the tail of the binomial distribution with p =
 * 1/2, for each copy.
 */
export function digitsOf({ agree, of }: { agree: number; of: number }, copies: number): number {
  let chance = 0n
  let ways = 1n
  // Counts the words, of all 2^of, with at least as many agreeing choices. The result is exact,
  // since these are integers.
  for (let differ = 0; differ <= of - agree; differ += 1) {
    chance += ways
    ways = (ways * BigInt(of - differ)) / BigInt(differ + 1)
  }
  const digits = of * Math.log10(2) - log10(chance) - Math.log10(Math.max(1, copies))
  return Math.max(0, Math.floor(digits + 1e-9))
}

/** Works for integers of any size. */
function log10(number: bigint): number {
  const text = number.toString()
  return text.length - 15 > 0
    ? Math.log10(Number(text.slice(0, 15))) + text.length - 15
    : Math.log10(Number(text))
}
