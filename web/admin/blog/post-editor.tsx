import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Me } from '#contract/sessions.ts'
import { type StaffPost, staffBlog } from '#contract/staff-blog.ts'
import { api } from '../../api/client.ts'
import { ApiError, failureOf, isSessionOver } from '../../api/error.ts'
import { isSame, isStale, rebase, staleMessage } from '../../api/rebase.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import MarkdownEditor from '../editor/markdown-editor.tsx'
import { useFirstProblem } from '../first-problem.ts'
import { ImageField } from '../image/image-field.tsx'
import { useIntoView } from '../into-view.ts'
import { readUnsent, useUnsent } from '../unsent.ts'
import {
  asBody,
  fieldsOf,
  newPost,
  type PostFields,
  type Problems,
  problemsOf,
} from './post-fields.ts'
import { Publishing } from './publishing.tsx'
import { Theirs, type TheirTexts, theirTexts } from './theirs.tsx'

type Unsent = { post: StaffPost | null; fields: PostFields; theirs: TheirTexts }

/** Writes a new post, or changes one. */
export function PostEditor({ user, post: loaded }: { user: Me; post: StaffPost | null }) {
  const form = `post ${loaded?.id ?? 'new'}`
  // With what was typed comes what it was typed over, so that it undoes nothing of others.
  const [unsent] = useState(() => readUnsent<Unsent>(user.uid, form))
  const [post, setPost] = useState(unsent ? unsent.post : loaded)
  const [blank] = useState(() => newPost(user.username))
  const base = post ? fieldsOf(post) : blank
  const [fields, setFields] = useState<PostFields>(unsent?.fields ?? base)
  const [theirs, setTheirs] = useState<TheirTexts>(unsent?.theirs ?? {})
  const [problems, setProblems] = useState<Problems>({})
  const formRef = useFirstProblem(problems)
  const [error, setError] = useState<string>()
  const box = useIntoView<HTMLDivElement>(Object.keys(problems).length === 0 && error)
  const [saving, setSaving] = useState(false)
  const navigate = useNavigate()
  const { done } = useUnsent({
    uid: user.uid,
    form,
    dirty: !isSame(base, fields),
    typed: (): Unsent => ({ post, fields, theirs }),
  })
  const change = (part: Partial<PostFields>) => setFields({ ...fields, ...part })

  async function save() {
    const found = problemsOf(fields, post)
    setProblems(found)
    setError(undefined)
    if (found.image) toast.error(found.image)
    if (Object.keys(found).length > 0) return setError('Some fields need your attention.')
    setSaving(true)
    const body = asBody(fields, post)
    try {
      if (post) {
        const { revision } = post
        await api(staffBlog.change, {
          params: { id: String(post.id) },
          body: { ...body, revision },
        })
      } else await api(staffBlog.add, { body })
      toast.success(post ? 'Post updated successfully' : 'Post created successfully')
      done()
      navigate('/admin/blogs')
    } catch (failure) {
      if (isSessionOver(failure)) return
      toast.error('Failed to save post')
      if (post && isStale(failure)) return await follow(post, staleMessage(failure))
      setError(failureOf(failure, 'Failed to save post'))
      if (failure instanceof ApiError) setProblems(failure.fields as Problems)
    } finally {
      setSaving(false)
    }
  }

  /** Loads what somebody else changed, below what was typed, and says so. */
  async function follow(before: StaffPost, told: string) {
    try {
      const now = await api(staffBlog.get, { params: { id: String(before.id) } })
      const [loaded, current] = [fieldsOf(before), fieldsOf(now)]
      setTheirs({ ...theirs, ...theirTexts(loaded, fields, current) })
      setFields((typed) => rebase(loaded, typed, current))
      setPost(now)
      setError(told)
    } catch (failure) {
      if (!isSessionOver(failure)) setError(failureOf(failure, 'Failed to fetch post data'))
    }
  }

  return (
    <Card>
      <form
        ref={formRef}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_16rem]">
          <TextField
            label="Title"
            required
            maxLength={200}
            value={fields.title}
            error={problems.title}
            onChange={({ target }) => change({ title: target.value })}
          />
          <TextField
            label="Author"
            required
            maxLength={80}
            value={fields.author}
            error={problems.author}
            onChange={({ target }) => change({ author: target.value })}
          />
        </div>
        <MarkdownEditor
          label="Content"
          value={fields.content}
          maxLength={200_000}
          error={problems.content}
          onChange={(content) => change({ content })}
        />
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <ImageField
            label="Featured Image"
            shape="wide"
            value={fields.image}
            current={post?.image?.src}
            error={problems.image}
            onChange={(image) => change({ image })}
          />
          <Publishing fields={fields} error={problems.published_at} onChange={change} />
        </div>
        {error && <ErrorBox ref={box}>{error}</ErrorBox>}
        <Theirs texts={theirs} />
        <div className="flex flex-wrap justify-end gap-3">
          <LinkButton to="/admin/blogs">Cancel</LinkButton>
          <Button type="submit" look="primary" loading={saving}>
            {fields.publish ? 'Save Post' : 'Save Draft'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
