import { Trash2 } from 'lucide-react'
import { type StaffPostSummary, staffBlog } from '#contract/catalogue/staff-blog.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { IconButton } from '../../ui/button.tsx'

export function DeletePost({
  post: { id, title },
}: {
  post: Pick<StaffPostSummary, 'id' | 'title'>
}) {
  const remove = useAction(staffBlog.remove, {
    done: 'Post deleted successfully',
    failed: 'Failed to delete post',
    failureIn: 'both',
  })

  return (
    <ConfirmAction
      action={remove}
      input={[{ params: { id } }]}
      button={(ask) => (
        <IconButton
          label={`Delete ${title}`}
          icon={<Trash2 size={17} />}
          size="small"
          onClick={ask}
        />
      )}
      title="Delete Post"
      confirm="Delete Post"
      danger
    >
      <p>Are you sure you want to delete this post?</p>
      <p>“{title}” is deleted immediately and permanently.</p>
    </ConfirmAction>
  )
}
