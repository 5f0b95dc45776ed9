import { expect, test } from 'vitest'
import { searchPosts } from './search.ts'

const posts = [{ title: 'Über the Patch' }, { title: 'Loader 1.4' }, { title: 'The next patch' }]
const titles = (search: string) => searchPosts(posts, search).map(({ title }) => title)

test('every word must be in the title, whatever its case, accents and order', () => {
  expect(titles('patch THE')).toEqual(['Über the Patch', 'The next patch'])
  expect(titles('uber')).toEqual(['Über the Patch'])
  expect(titles('1.4 patch')).toEqual([])
  expect(titles('  ')).toHaveLength(3)
})
