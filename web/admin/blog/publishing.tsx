import { useState } from 'react'
import type { Form } from '../../api/form.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { timeAgo } from '../../ui/time-ago.tsx'
import { fromLocalTime } from '../local-time.ts'
import type { PostFields } from './post-fields.ts'

type PublishingProps = { form: Form<PostFields> }

/** Whether and when the post is published. */
export function Publishing({ form }: PublishingProps) {
  const { publish, published_at } = form.values
  const [now] = useState(Date.now)
  return (
    <div className="grid gap-4">
      <RadioGroup
        legend="Publishing"
        options={[
          { value: 'draft', label: 'Draft' },
          { value: 'publish', label: 'Publish' },
        ]}
        value={publish ? 'publish' : 'draft'}
        onChange={(value) => form.set({ publish: value === 'publish' })}
      />
      {publish ? (
        <TextField
          label="Publication date"
          type="datetime-local"
          max="9999-12-31T23:59"
          hint={hintOf(published_at, now)}
          {...form.input('published_at')}
        />
      ) : (
        <p className="text-faint text-sm">Only administrators can see a draft.</p>
      )}
    </div>
  )
}

function hintOf(date: string, now: number): string {
  const at = fromLocalTime(date)
  if (!at) return 'Leave empty to publish when you save. A future date schedules the post.'
  const time = Date.parse(at)
  return time > now
    ? `Scheduled: published automatically ${timeAgo(time, now)}.`
    : `Published ${timeAgo(time, now)}.`
}
