/** Posts whose title has every word of the search, in any order and without regard to case. */
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

/** Accents are no part of what people type. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
