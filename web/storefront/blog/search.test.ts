import { expect, test } from 'vitest'
import { searchPosts } from './search.ts'

const posts = [{ title: 'Über the Patch' }, { title: 'Loader 1.4' }, { title: 'The next patch' }]
const titles = (search: string) => searchPosts(posts, search).map(({ title }) => title)

test('the search finds posts whose title has every word, in any order, case and accents', () => {
  expect(titles('patch THE')).toEqual(['Über the Patch', 'The next patch'])
  expect(titles('uber')).toEqual(['Über the Patch'])
  expect(titles('1.4 patch')).toEqual([])
  expect(titles('  ')).toHaveLength(3)
})
