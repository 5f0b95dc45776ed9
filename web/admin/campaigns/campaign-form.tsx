import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { campaignForm, type RecipientGroup } from '#contract/people/campaign-form.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { api } from '../../api/client.ts'
import { isRefused } from '../../api/error.ts'
import { useEndpointForm } from '../../api/form.ts'
import { formatCount, formatPeople } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LazyEditor } from '../editor/lazy-editor.tsx'
import { MailPreview } from './mail-preview.tsx'
import { StartDialog } from './start-dialog.tsx'
import { TestSend } from './test-send.tsx'

const isRepeated = (error: unknown) => isRefused<typeof campaignForm.start>(error, 'sent_recently')

/**
 * Writes a mail to a group of users. The text is stored in the tab until it is sent, so the form
 * does not ask before it is left: the author may look up a price, a post or a log entry while
 * writing.
 */
export function CampaignForm({ groups, user }: { groups: RecipientGroup[]; user: Me }) {
  const [asking, setAsking] = useState(false)
  /** The mail that the server refused as a repetition. If it is confirmed again, it is sent. */
  const repeated = useRef<string>(null)
  const attempt = useRef<{ mail: string; key: string | undefined }>(null)
  const form = useEndpointForm(campaignForm.start, {
    initial: { subject: '', content: '', group: groups[0]!.group },
    toInput: ({ group, ...words }) => ({ body: { ...words, recipient_group: group } }),
    async send({ group, ...words }) {
      const body = { ...words, recipient_group: group }
      const mail = JSON.stringify(body)
      // The key stays the same for the same mail, so that a retry after a lost response does not
      // send it twice.
      if (attempt.current?.mail !== mail) attempt.current = { mail, key: crypto.randomUUID?.() }
      const { key } = attempt.current
      const again = repeated.current === mail
      try {
        return await api(campaignForm.start, { body: { ...body, again, ...(key && { key }) } })
      } catch (error) {
        if (isRepeated(error)) repeated.current = mail
        throw error
      }
    },
    done: 'Email sent successfully',
    failed: 'Failed to start email campaign',
    // The dialog asks to confirm this warning, so it is not shown as an error in a toast.
    failureIn: (error) => (isRepeated(error) ? 'here' : 'both'),
    draft: { uid: user.uid, form: 'campaign', kept: 'typing' },
    holds() {
      setAsking(true)
      return true
    },
    onDone() {
      attempt.current = null
      form.set({ subject: '', content: '' })
      setAsking(false)
    },
  })
  const { subject, content } = form.values
  const group = groups.find((each) => each.group === form.values.group) ?? groups[0]!

  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <Card>
        <CardHeader title="New email" />
        <form {...form.attributes} className="grid gap-5">
          <Select
            label="Recipients"
            options={groups.map((each) => ({
              value: each.group,
              label: `${each.name} (${formatCount(each.recipients)})`,
            }))}
            hint={
              <span role="status">
                {formatPeople(group.recipients)} will receive it
                {group.suppressed > 0 &&
                  `; ${formatPeople(group.suppressed)} on the suppression list will not`}
                .
              </span>
            }
            {...form.input('group')}
          />
          <TextField label="Subject" maxLength={200} {...form.input('subject')} />
          <LazyEditor
            label="Content"
            withoutPreview
            maxLength={50_000}
            {...form.control('content')}
          />
          {form.error && !asking && <ErrorBox>{form.error}</ErrorBox>}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look="primary">
              <Send size={17} aria-hidden="true" />
              Send Email
            </Button>
            <TestSend words={{ subject, content }} to={user.email} check={form.check} />
          </div>
        </form>
        <StartDialog
          open={asking}
          subject={subject}
          group={group}
          onClose={() => setAsking(false)}
          pending={form.pending}
          problem={form.failure}
          repeated={isRepeated(form.cause)}
          onConfirm={form.sendHeld}
        />
      </Card>
      <Card>
        <CardHeader title="Preview" />
        <MailPreview words={{ subject, content }} />
      </Card>
    </div>
  )
}
