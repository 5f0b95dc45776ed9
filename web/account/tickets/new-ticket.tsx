import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type * as z from 'zod'
import type { Me } from '#contract/sessions.ts'
import { newTicket, ticketCategories, tickets } from '#contract/tickets.ts'
import { api } from '../../api/client.ts'
import { isSessionOver, messageOf } from '../../api/error.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { keepDraft, readDraft } from '../draft.ts'
import { BackLink } from './back-link.tsx'
import { ticketPath, ticketsPath } from './paths.ts'

type Fields = z.input<typeof newTicket>

const failed = 'Failed to create support ticket'
const draft = 'new-ticket'
const empty: Fields = { title: '', content: '', category: 'Technical' }
const options = ticketCategories.map((category) => ({ value: category, label: category }))

export function NewTicket({ user }: { user: Me }) {
  const { register, handleSubmit, setError, subscribe, formState } = useForm<Fields>({
    resolver: zodResolver(newTicket),
    defaultValues: { ...empty, ...kept(user.uid) },
  })
  const { errors, isSubmitting } = formState
  const navigate = useNavigate()
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(user.uid, draft, JSON.stringify(values)),
      }),
    [subscribe, user.uid],
  )

  const submit = handleSubmit(async (body) => {
    try {
      const { id } = await api(tickets.add, { body })
      keepDraft(user.uid, draft, '')
      toast.success('Support ticket created successfully')
      await navigate(ticketPath(id), { replace: true })
    } catch (error) {
      if (isSessionOver(error)) return
      toast.error(failed)
      setError('root', { message: messageOf(error, failed) })
    }
  })

  // The sentence for what is missing names no field; the first empty one shows it.
  const titleFault = errors.title?.message
  const contentFault = errors.content?.message === titleFault ? undefined : errors.content?.message
  return (
    <>
      <BackLink />
      <Card>
        <CardHeader title="New ticket" detail="The more you tell, the sooner we can help." />
        <form method="post" noValidate onSubmit={submit} className="grid gap-5">
          <TextField label="Subject" autoComplete="off" error={titleFault} {...register('title')} />
          <Select label="Category" options={options} {...register('category')} />
          <TextArea label="Description" rows={8} error={contentFault} {...register('content')} />
          {errors.root && <ErrorBox>{errors.root.message}</ErrorBox>}
          <div className="flex flex-wrap justify-end gap-3">
            <LinkButton to={ticketsPath}>Cancel</LinkButton>
            <Button type="submit" look="primary" loading={isSubmitting}>
              Create Ticket
            </Button>
          </div>
        </form>
      </Card>
    </>
  )
}

function kept(uid: number): Partial<Fields> {
  return JSON.parse(readDraft(uid, draft) || '{}')
}
