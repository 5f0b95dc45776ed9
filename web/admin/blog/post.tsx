import { postRefusals } from '#contract/catalogue/blog.ts'
import { staffBlog } from '#contract/catalogue/staff-blog.ts'
import { api } from '../../api/client.ts'
import { isMissing } from '../../api/error.ts'
import { awayFrom } from '../../away.ts'
import { toast } from '../../ui/toast.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/post'
import { PostEditor } from './post-editor.tsx'

export function clientLoader({ request, params: { id } }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to fetch post data', async () => {
    if (id === 'new') return { post: null }
    try {
      return { post: await api(staffBlog.get, { params: { id } }) }
    } catch (error) {
      if (!isMissing(error)) throw error
      toast.error(postRefusals.unknown_post.sentence)
      throw awayFrom(request, '/admin/blogs')
    }
  })
}

export default function Post({ loaderData, params }: Route.ComponentProps) {
  return (
    <Page
      title={params.id === 'new' ? 'New Post' : 'Edit Post'}
      back={{ to: '/admin/blogs', label: 'Blog' }}
      loaded={loaderData}
    >
      {({ post }, user) => <PostEditor key={params.id} user={user} post={post} />}
    </Page>
  )
}
