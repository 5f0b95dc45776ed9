import { useState } from 'react'
import { health, type MailCheck } from '#contract/platform/health.ts'
import { useAsk } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const names = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' } as const
const proves = {
  spf: 'Which servers may send',
  dkim: 'Signature that proves that an email is yours',
  dmarc: 'Policy for forged emails',
} as const
const states: Record<MailCheck['state'], { tone: Tone; word: string }> = {
  good: { tone: 'success', word: 'Good' },
  missing: { tone: 'danger', word: 'Missing' },
  wrong: { tone: 'danger', word: 'Wrong' },
  unknown: { tone: 'neutral', word: 'Unknown' },
}

/** The DNS records of the mail domain, as mailbox providers see them. */
export function MailDomain() {
  const [time, setTime] = useState(1)
  const { answer, error, asking, again } = useAsk(
    (_: number, options) => api(health.mailDomain, undefined, options),
    time,
  )
  const domain = answer?.domain
  const askAgain = () => (error ? again() : setTime(time + 1))
  return (
    <Card aria-labelledby="mail-domain">
      <CardHeader
        title={
          <span id="mail-domain" className="[overflow-wrap:anywhere]">
            {domain ? `Emails from ${domain}` : 'Mail domain'}
          </span>
        }
        detail="The DNS records that mailbox providers check before they accept emails."
        actions={
          domain &&
          !error && (
            <Button
              size="small"
              loading={asking}
              aria-label="Test now: mail domain"
              onClick={askAgain}
            >
              Test now
            </Button>
          )
        }
      />
      {error ? (
        <ErrorBox onRetry={askAgain} retrying={asking}>
          {messageOf(error, 'Failed to look up the mail domain')}
        </ErrorBox>
      ) : !answer ? (
        <Skeleton className="h-40" />
      ) : domain ? (
        <ul className="grid gap-8">
          {answer.checks.map((check) => (
            <Check key={check.kind} {...check} />
          ))}
        </ul>
      ) : (
        <p className="text-soft">
          Nothing to check: no mail server is set up, or the sender address has no public domain.
        </p>
      )}
    </Card>
  )
}

function Check({ kind, state, says, records, add }: MailCheck) {
  const { tone, word } = states[state]
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-[600]">{names[kind]}</h3>
        <Badge tone={tone}>{word}</Badge>
        <span className="text-faint text-sm">{proves[kind]}</span>
      </div>
      <p className="max-w-3xl text-soft">{says}</p>
      {records.map((record) => (
        <Line key={record} text={record} />
      ))}
      {add && (
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          <dt className="text-faint sm:pt-2">Name</dt>
          <dd>
            <Line text={add.name} copy={`${names[kind]} name`} />
          </dd>
          <dt className="text-faint sm:pt-2">TXT</dt>
          <dd>
            <Line text={add.value} copy={`${names[kind]} record`} />
          </dd>
        </dl>
      )}
    </li>
  )
}

/** A DNS record as stored. */
function Line({ text, copy }: { text: string; copy?: string }) {
  return (
    <div className="flex min-w-0 items-start gap-2">
      <code className="min-w-0 rounded-sm bg-raised px-2 py-1.5 text-sm [overflow-wrap:anywhere]">
        {text}
      </code>
      {copy && (
        <CopyButton
          size="small"
          text={text}
          label={`Copy ${copy}`}
          copied={`${copy} copied to clipboard`}
          failed={`Failed to copy ${copy}`}
        />
      )}
    </div>
  )
}
