import { fold } from '../fold.ts'

/**
 * Returns the posts whose title contains every word of the search, in any order and
 * case-insensitive.
 */
export function searchPosts<Post extends { title: string }>(
  posts: readonly Post[],
  search: string,
): readonly Post[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return posts
  return posts.filter(({ title }) => {
    const folded = fold(title)
    return words.every((word) => folded.includes(word))
  })
}
