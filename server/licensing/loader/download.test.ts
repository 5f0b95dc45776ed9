import { describe, expect, it } from 'vitest'
import { parseRange } from './download.ts'

describe('a range header on a file of ten bytes', () => {
  it.each([
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=4-4', { start: 4, end: 4 }],
    ['bytes=4-400', { start: 4, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['Bytes=9-9', { start: 9, end: 9 }],
  ])('%s is a part', (header, part) => {
    expect(parseRange(header, 10)).toEqual(part)
  })

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=99999999999999999999-'])(
    '%s lies outside',
    (header) => expect(parseRange(header, 10)).toBe('unsatisfiable'),
  )

  it.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=0-1,4-5',
    'lines=0-3',
    'bytes=a-b',
  ])('%s is answered with the whole', (header) => expect(parseRange(header, 10)).toBe('whole'))
})
