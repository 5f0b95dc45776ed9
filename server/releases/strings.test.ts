import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { stringFinder } from './strings.ts'

/** Returns the positions of each string, with the processor time of the search in milliseconds. */
function find(strings: Buffer[], file: Buffer, piece = 65_536) {
  const places: [index: number, at: number][] = []
  const finder = stringFinder(strings, (index, at) => places.push([index, at]))
  const began = process.threadCpuUsage()
  for (let at = 0; at < file.length; at += piece) finder.see(file.subarray(at, at + piece))
  finder.end()
  return { places, took: process.threadCpuUsage(began).user / 1000 }
}

test('strings that begin alike are told apart, whatever their length and however a file is cut', () => {
  const texts = ['Loading the game', 'Loading our game', 'Loading ', 'Loading the game now']
  const strings = [...texts, 'Loading the game'].map((text) => Buffer.from(text))
  const file = Buffer.from('.Loading the game.Loading our game now.Loading the game now')
  for (const piece of [1, 7, 100]) {
    const { places } = find(strings, file, piece)
    expect(places.toSorted(([a, one], [b, other]) => one - other || a - b)).toEqual([
      ...[0, 2, 4].map((index) => [index, 1]),
      ...[1, 2].map((index) => [index, 18]),
      ...[0, 2, 3, 4].map((index) => [index, 39]),
    ])
  }
})

test('and a file that is full of their beginning costs hundreds of them hardly more than one', () => {
  const start = Buffer.from('Loading ')
  const strings = Array.from({ length: 512 }, () => Buffer.concat([start, randomBytes(16)]))
  const file = Buffer.alloc(2 ** 18, start)
  const one = find(strings.slice(0, 1), file)
  const all = find(strings, file)
  expect(all.places).toEqual([])
  // Comparing the strings one by one would take hundreds of times as long.
  expect(all.took).toBeLessThan(40 * one.took + 50)
})
