import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type StaffPost, staffBlog } from '#contract/catalogue/staff-blog.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { api } from '../../api/client.ts'
import { failureOf } from '../../api/error.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import MarkdownEditor from '../editor/markdown-editor.tsx'
import { ImageField } from '../image/image-field.tsx'
import { asBody, fieldsFor, fieldsOf, newPost } from './post-fields.ts'
import { Publishing } from './publishing.tsx'
import { Theirs, type TheirTexts, theirTexts } from './theirs.tsx'

/** Creates or edits a post. */
export function PostEditor({ user, post }: { user: Me; post: StaffPost | null }) {
  const [theirs, setTheirs] = useState<TheirTexts>({})
  const navigate = useNavigate()
  const form = useRecordForm(staffBlog.add, {
    initial: post ? fieldsOf(post) : newPost(user.username),
    schema: fieldsFor(post),
    send(fields) {
      const body = asBody(fields, post)
      return post
        ? api(staffBlog.change, { params: { id: post.id }, body })
        : api(staffBlog.add, { body })
    },
    done: post ? 'Post updated successfully' : 'Post created successfully',
    failed: 'Failed to save post',
    say: failureOf,
    failureIn: 'both',
    reload: 'never',
    draft: { uid: user.uid, form: `post ${post?.id ?? 'new'}` },
    onDone: () => navigate('/admin/blogs'),
    onRebase: (loaded, typed, now) =>
      setTheirs((before) => ({ ...before, ...theirTexts(loaded, typed, now) })),
  })

  return (
    <Card>
      <form {...form.attributes} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_16rem]">
          <TextField label="Title" required maxLength={200} {...form.input('title')} />
          <TextField label="Author" required maxLength={80} {...form.input('author')} />
        </div>
        <MarkdownEditor label="Content" maxLength={200_000} {...form.control('content')} />
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <ImageField
            label="Featured Image"
            shape="wide"
            current={post?.image?.src}
            {...form.control('image')}
            onReading={form.waitFor}
          />
          <Publishing form={form} />
        </div>
        {form.error && <ErrorBox>{form.error}</ErrorBox>}
        <Theirs texts={theirs} />
        <div className="flex flex-wrap justify-end gap-3">
          <LinkButton to="/admin/blogs">Cancel</LinkButton>
          <Button type="submit" look="primary" loading={form.pending}>
            {form.values.publish ? 'Save Post' : 'Save Draft'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
