import { Link, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod'
import type { AffectedProduct } from '#contract/outages/incidents.ts'
import { type newTicket, tickets } from '#contract/people/tickets.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { ticketCategories } from '#contract/wire/ticket.ts'
import { useEndpointForm } from '../../api/form.ts'
import { Affected } from '../../storefront/affected.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ErrorBox, Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { textLinkClass } from '../auth-page.tsx'
import { BackLink } from './back-link.tsx'
import { OrderLink } from './order-link.tsx'
import { ticketPath, ticketsPath } from './paths.ts'

const empty: z.input<typeof newTicket> = {
  title: '',
  content: '',
  category: 'Technical',
  order_id: null,
}

const options = ticketCategories.map((category) => ({ value: category, label: category }))

type NewTicketProps = { user: Me; affected: readonly AffectedProduct[] }

export function NewTicket({ user, affected }: NewTicketProps) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const about = z.uuid().safeParse(query.get('about')).data
  const policy = query.get('refund')
  const wantsRefund = about !== undefined && policy !== null
  const playing = query.get('playing')?.trim().slice(0, 150)
  const order = about && { category: 'Billing' as const, order_id: about }
  const subject = wantsRefund
    ? `Refund of order #${about.slice(0, 8)}`
    : about
      ? `Order #${about.slice(0, 8)}`
      : playing
        ? `I cannot play ${playing}`
        : ''
  const form = useEndpointForm(tickets.add, {
    initial: { ...empty, ...order, title: subject },
    done: 'Support ticket created successfully',
    failed: 'Failed to create support ticket',
    failureIn: 'both',
    reload: 'never',
    draft: {
      uid: user.uid,
      form: subject || 'new-ticket',
      kept: 'typing',
    },
    onDone: ({ id }) => navigate(ticketPath(id), { replace: true }),
  })

  // The error for a missing text names no field, so only the first empty field shows it.
  const [title, content] = [form.input('title'), form.input('content')]
  if (content.error === title.error) content.error = undefined
  return (
    <>
      <BackLink />
      <Card>
        <CardHeader title="New ticket" detail="The more detail you give, the sooner we can help." />
        {affected.length > 0 && (
          <Notice className="mb-6">
            <ul className="grid gap-1">
              {affected.slice(0, 5).map((each) => (
                <li key={each.game_id}>
                  <strong>{each.name}:</strong> <Affected affected={each} />
                </li>
              ))}
            </ul>
            <Link to="/status" className="mt-2 inline-block underline underline-offset-4">
              View status page
            </Link>
          </Notice>
        )}
        <form method="post" {...form.attributes} className="grid gap-5">
          {about && (
            <p className="text-soft">
              About <OrderLink id={about} />
              {wantsRefund && (
                <>
                  . Please read the{' '}
                  <Link
                    to={/^[1-9]\d*$/.test(policy) ? `/refunds/${policy}` : '/refunds'}
                    target="_blank"
                    className={textLinkClass}
                  >
                    refund policy
                  </Link>{' '}
                  first.
                </>
              )}
            </p>
          )}
          <TextField label="Subject" autoComplete="off" {...title} />
          <Select label="Category" options={options} {...form.input('category')} />
          <TextArea
            label={wantsRefund ? 'Reason for the refund' : 'Description'}
            rows={8}
            {...content}
          />
          {form.error && <ErrorBox>{form.error}</ErrorBox>}
          <div className="flex flex-wrap justify-end gap-3">
            <LinkButton to={ticketsPath}>Cancel</LinkButton>
            <Button type="submit" look="primary" loading={form.pending}>
              Create Ticket
            </Button>
          </div>
        </form>
      </Card>
    </>
  )
}
