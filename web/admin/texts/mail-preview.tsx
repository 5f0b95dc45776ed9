import { useMemo, useState } from 'react'
import { type MailText, type MailTextName, schemaOfMail } from '#contract/platform/mail-texts.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { staffMailTexts } from '#contract/platform/staff-mail-texts.ts'
import { useAction } from '../../api/action.ts'
import { useAsk } from '../../api/ask.ts'
import { failureOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ErrorBox, Notice } from '../../ui/notice.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MailFrame } from '../campaigns/mail-frame.tsx'

type MailPreviewProps = {
  name: MailTextName
  mail: MailText
  /** All texts of the mail. */
  words: Record<string, unknown>
  user: Me
}

const forms = [
  { value: 'html', label: 'HTML' },
  { value: 'text', label: 'Plain text' },
] as const

/**
 * A preview of the mail with sample data, updated shortly after the author stops typing. Staff can
 * send it to themselves.
 */
export function MailPreview({ name, mail, words, user }: MailPreviewProps) {
  const [chosen, setChosen] = useState('')
  const [form, setForm] = useState<'html' | 'text'>('html')
  const schema = useMemo(() => schemaOfMail(mail), [mail])
  const { data, error: faults } = schema.safeParse(words)
  const { answer, error } = useAsk(
    staffMailTexts.preview,
    data ? { body: { ...data, name } } : null,
    { pause: 400, background: true },
  )
  const [kept, setKept] = useState(answer)
  if (answer && answer !== kept) setKept(answer)
  const mails = kept?.mails ?? []
  const shown = mails.find(({ sample }) => sample === chosen) ?? mails[0]
  const test = useAction(staffMailTexts.test, {
    done: `Test email sent to ${user.email}`,
    failed: 'Failed to send the test',
    failureIn: 'toast',
    reload: 'never',
  })

  return (
    <Card aria-labelledby="mail-preview">
      <CardHeader
        title={<span id="mail-preview">Preview</span>}
        detail="With sample data."
        actions={
          <Button
            loading={test.pending}
            disabled={!data || !shown}
            onClick={() =>
              data && shown && test.run({ body: { ...data, name, sample: shown.sample } })
            }
          >
            Send Test to Me
          </Button>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {faults && <Notice>Fix this to update the preview: {faults.issues[0]?.message}</Notice>}
        {error !== undefined && (
          <ErrorBox>{failureOf(error, 'Failed to load the preview')}</ErrorBox>
        )}
        {shown ? (
          <>
            <div className="flex flex-wrap items-end gap-4">
              {mails.length > 1 && (
                <Select
                  label="Sample"
                  className="min-w-0 flex-1 basis-56"
                  value={shown.sample}
                  options={mails.map(({ sample }) => ({ value: sample, label: sample }))}
                  onChange={({ target }) => setChosen(target.value)}
                />
              )}
              <RadioGroup
                legend="Preview format"
                hideLegend
                options={forms}
                value={form}
                onChange={setForm}
              />
            </div>
            <p className="[overflow-wrap:anywhere]">
              <span className="text-faint">Subject: </span>
              <span className="font-[600]">{shown.subject}</span>
            </p>
            {form === 'html' ? (
              <MailFrame html={shown.html} title="Preview of the email" />
            ) : (
              <pre className="overflow-x-auto whitespace-pre-wrap rounded-md border border-line bg-raised p-4 font-mono text-sm [overflow-wrap:anywhere]">
                {shown.text}
              </pre>
            )}
          </>
        ) : (
          !faults && error === undefined && <Skeleton className="h-96" />
        )}
      </div>
    </Card>
  )
}
