import { Send } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { composer, type RecipientGroup } from '#contract/composer.ts'
import type { Me } from '#contract/sessions.ts'
import { useDraft } from '../../account/draft.ts'
import { api } from '../../api/client.ts'
import { ApiError, failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { LazyEditor } from '../editor/lazy-editor.tsx'
import { MailPreview } from './mail-preview.tsx'
import { people } from './people.ts'
import { StartDialog } from './start-dialog.tsx'
import { TestSend } from './test-send.tsx'

const failed = 'Failed to start email campaign'

type Fault = Partial<Record<'subject' | 'content' | 'group' | 'general', string>>

/**
 * Writes a mail to a group. What is typed stays with the tab until it is sent, so nothing asks before
 * it is left: whoever writes to customers looks up a price, a post or a log entry on the way.
 */
export function Composer({ groups, user }: { groups: RecipientGroup[]; user: Me }) {
  const [subject, setSubject] = useDraft(user.uid, 'campaign-subject')
  const [content, setContent] = useDraft(user.uid, 'campaign-content')
  const [chosen, setChosen] = useDraft(user.uid, 'campaign-group')
  const [fault, setFault] = useState<Fault>({})
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()
  // The same for the same mail: pressing again after a lost answer must not send it twice.
  const key = useRef<string | null>(null)
  const group = groups.find((each) => each.group === chosen) ?? groups[0]!

  function typing(set: (text: string) => void) {
    return ({ target }: { target: { value: string } }) => {
      key.current = null
      setFault({})
      set(target.value)
    }
  }

  function findFault(): Fault | null {
    if (!subject.trim()) return { subject: 'Please enter a subject' }
    if (!content.trim()) return { content: 'Please write something' }
    return null
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = findFault()
    if (found) setFault(found)
    else setAsking(true)
  }

  /** Resolves to why it did not work. */
  async function start(): Promise<string | undefined> {
    key.current ??= crypto.randomUUID?.() ?? null
    const body = { subject, content, recipient_group: group.group }
    try {
      await api(composer.start, { body: { ...body, ...(key.current && { key: key.current }) } })
    } catch (error) {
      if (isSessionOver(error)) return
      toast.error(failed)
      if (error instanceof ApiError) setFault(error.fields as Fault)
      return failureOf(error, failed)
    }
    key.current = null
    setSubject('')
    setContent('')
    toast.success('Email sent successfully')
    await revalidate()
  }

  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <Card>
        <CardHeader title="New email" />
        <form noValidate onSubmit={submit} className="grid gap-5">
          <Select
            label="Recipients"
            value={group.group}
            options={groups.map((each) => ({
              value: each.group,
              label: `${each.name} (${each.recipients.toLocaleString('en-US')})`,
            }))}
            error={fault.group}
            hint={
              <span role="status">
                {people(group.recipients)} would get it now
                {group.suppressed > 0 &&
                  `; ${people(group.suppressed)} on the suppression list not`}
                .
              </span>
            }
            onChange={typing(setChosen)}
          />
          <TextField
            label="Subject"
            maxLength={200}
            value={subject}
            error={fault.subject}
            onChange={typing(setSubject)}
          />
          <LazyEditor
            label="Content"
            withoutPreview
            maxLength={50_000}
            value={content}
            error={fault.content}
            onChange={(value) => typing(setContent)({ target: { value } })}
          />
          {fault.general && <ErrorBox>{fault.general}</ErrorBox>}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look="primary">
              <Send size={17} aria-hidden="true" />
              Send Email
            </Button>
            <TestSend
              words={{ subject, content }}
              to={user.email}
              findFault={() => {
                const found = findFault()
                if (found) setFault(found)
                return found !== null
              }}
            />
          </div>
        </form>
        <StartDialog
          open={asking}
          subject={subject}
          group={group}
          onClose={() => setAsking(false)}
          onConfirm={start}
        />
      </Card>
      <Card>
        <CardHeader title="Preview" />
        <MailPreview words={{ subject, content }} />
      </Card>
    </div>
  )
}
