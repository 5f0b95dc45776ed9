import { Send } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { composer, type RecipientGroup } from '#contract/composer.ts'
import type { Me } from '#contract/sessions.ts'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/client.ts'
import { useDraft } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LazyEditor } from '../editor/lazy-editor.tsx'
import { MailPreview } from './mail-preview.tsx'
import { people } from './people.ts'
import { StartDialog } from './start-dialog.tsx'
import { TestSend } from './test-send.tsx'

type Fault = Partial<Record<'subject' | 'content' | 'group' | 'general', string>>

/**
 * Writes a mail to a group. What is typed stays with the tab until it is sent, so nothing asks
 * before it is left: the author looks up a price, a post or a log entry on the way.
 */
export function Composer({ groups, user }: { groups: RecipientGroup[]; user: Me }) {
  const [subject, setSubject] = useDraft(user.uid, 'campaign-subject')
  const [content, setContent] = useDraft(user.uid, 'campaign-content')
  const [chosen, setChosen] = useDraft(user.uid, 'campaign-group')
  const [fault, setFault] = useState<Fault>({})
  const [asking, setAsking] = useState(false)
  // The same for the same mail: pressing again after a lost answer must not send it twice.
  const key = useRef<string | null>(null)
  const group = groups.find((each) => each.group === chosen) ?? groups[0]!

  function typing(set: (text: string) => void) {
    return ({ target }: { target: { value: string } }) => {
      key.current = null
      setFault({})
      start.clear()
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
    start.clear()
    if (found) setFault(found)
    else setAsking(true)
  }

  async function send() {
    key.current ??= crypto.randomUUID?.() ?? null
    const body = { subject, content, recipient_group: group.group }
    await api(composer.start, { body: { ...body, ...(key.current && { key: key.current }) } })
    key.current = null
    setSubject('')
    setContent('')
  }
  const start = useAction(send, {
    done: 'Email sent successfully',
    failed: 'Failed to start email campaign',
    told: 'both',
    onDone: close,
  })
  const faults: Fault = { ...(start.fields as Fault), ...fault }
  function close() {
    setAsking(false)
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
            error={faults.group}
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
            error={faults.subject}
            onChange={typing(setSubject)}
          />
          <LazyEditor
            label="Content"
            withoutPreview
            maxLength={50_000}
            value={content}
            error={faults.content}
            onChange={(value) => typing(setContent)({ target: { value } })}
          />
          {faults.general && <ErrorBox>{faults.general}</ErrorBox>}
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
          onClose={close}
          pending={start.pending}
          problem={start.error}
          onConfirm={() => start.run()}
        />
      </Card>
      <Card>
        <CardHeader title="Preview" />
        <MailPreview words={{ subject, content }} />
      </Card>
    </div>
  )
}
