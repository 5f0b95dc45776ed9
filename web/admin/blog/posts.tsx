import { Newspaper, Pencil, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { type StaffPostSummary, staffBlog } from '#contract/catalogue/staff-blog.ts'
import { shopNow } from '#web/clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { iconButtonClass, LinkButton } from '../../ui/button.tsx'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { List } from '../list/list.tsx'
import { loadList } from '../list/load-list.ts'
import { SearchBox } from '../list/search-box.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/posts'
import { DeletePost } from './delete-post.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to fetch posts', () => loadList(request, staffBlog.list))
}

export default function Posts({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Blog"
      detail="Drafts first, then by date."
      loaded={loaderData}
      actions={
        <LinkButton to="/admin/blogs/new" look="primary">
          <Plus size={18} aria-hidden="true" />
          New Post
        </LinkButton>
      }
    >
      {(data) => (
        <List
          caption="Blog posts"
          nouns={['post', 'posts']}
          pressable
          columns={columns}
          list={data}
          rows={data.posts}
          rowKey={({ id }) => id}
          icon={<Newspaper size={26} />}
          none={[
            'No blog posts found',
            'Posts appear on the blog. The status page shows the latest one.',
          ]}
          noMatch={['No blog posts found', 'Search for part of a title or of an author’s name.']}
        >
          <SearchBox label="Search posts" placeholder="Part of a title or an author" />
        </List>
      )}
    </Page>
  )
}

const columns: Column<StaffPostSummary>[] = [
  {
    header: 'Title',
    wide: true,
    cell: ({ id, title }) => (
      <Link to={`/admin/blogs/${id}`} className="stretched font-[600] hover:underline">
        {title}
      </Link>
    ),
  },
  { header: 'Author', cell: ({ author }) => author },
  { header: 'Date', cell: (post) => <PostDate post={post} /> },
  {
    header: 'Actions',
    icons: true,
    cell: (post) => (
      <div className="flex justify-end gap-1">
        <Link
          to={`/admin/blogs/${post.id}`}
          aria-label={`Edit ${post.title}`}
          title={`Edit ${post.title}`}
          className={iconButtonClass('small')}
        >
          <Pencil size={17} aria-hidden="true" />
        </Link>
        <DeletePost post={post} />
      </div>
    ),
  },
]

function PostDate({ post: { published_at, updated_at } }: { post: StaffPostSummary }) {
  if (!published_at) {
    return (
      <span className="inline-flex flex-wrap items-center gap-2 text-soft">
        <Badge>Draft</Badge> <Moment look="table" at={updated_at} />
      </span>
    )
  }
  const scheduled = Date.parse(published_at) > shopNow()
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {scheduled && <Badge tone="warning">Scheduled</Badge>}{' '}
      <Moment look="table" at={published_at} />
    </span>
  )
}
