import { Newspaper, Rss, Search, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { PostSummary } from '#contract/catalogue/blog.ts'
import { formatCounted } from '../../format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PostCard } from './post-card.tsx'
import { searchPosts } from './search.ts'

/** A wide post and twelve others, which fill rows of two or three columns evenly. */
const step = 13

/** The posts with a search. A long list shows its first part and a button for more. */
export function PostList({ posts }: { posts: readonly PostSummary[] }) {
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(step)
  const found = searchPosts(posts, search)
  const searching = search.trim() !== ''
  if (posts.length === 0) {
    return (
      <EmptyState icon={<Newspaper size={26} />} title="No posts yet">
        News about games, updates and offers will appear here.
      </EmptyState>
    )
  }
  return (
    <>
      <search className="mt-8 flex items-end gap-3">
        <TextField
          type="search"
          label="Search posts"
          hideLabel
          placeholder="Search posts..."
          icon={<Search size={18} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="grow sm:max-w-112"
        />
        <a href="/blog/rss.xml" className={buttonClass()}>
          <Rss size={18} aria-hidden="true" />
          RSS
        </a>
      </search>
      <p role="status" className="sr-only">
        {searching && formatCounted(found.length, 'post')}
      </p>
      {found.length === 0 ? (
        <EmptyState
          icon={<SearchX size={26} />}
          title="No posts found matching your search"
          action={<Button onClick={() => setSearch('')}>Show all posts</Button>}
        />
      ) : (
        <ul className="mt-8 grid gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
          {found.slice(0, shown).map((post, i) => (
            <PostCard key={post.id} post={post} eager={i === 0} wide={i === 0 && !searching} />
          ))}
        </ul>
      )}
      {found.length > shown && (
        <div className="mt-8 flex justify-center">
          <Button onClick={() => setShown(shown + step - 1)}>Show more posts</Button>
        </div>
      )}
    </>
  )
}
