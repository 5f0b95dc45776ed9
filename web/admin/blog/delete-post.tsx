import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type StaffPostSummary, staffBlog } from '#contract/staff-blog.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'

export function DeletePost({
  post: { id, title },
}: {
  post: Pick<StaffPostSummary, 'id' | 'title'>
}) {
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()

  async function remove() {
    try {
      await api(staffBlog.remove, { params: { id: String(id) } })
    } catch (error) {
      if (isSessionOver(error)) return
      toast.error('Failed to delete post')
      return failureOf(error, 'Failed to delete post')
    }
    toast.success('Post deleted successfully')
    revalidate()
  }

  return (
    <>
      <IconButton
        label={`Delete ${title}`}
        icon={<Trash2 size={17} />}
        size="small"
        onClick={() => setAsking(true)}
      />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Delete Post"
        confirm="Delete Post"
        danger
        onConfirm={remove}
      >
        <p>Are you sure you want to delete this post?</p>
        <p>“{title}” leaves the blog at once, and it does not come back.</p>
      </Confirm>
    </>
  )
}
