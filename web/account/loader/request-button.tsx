import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { loader } from '#contract/loader.ts'
import { api } from '../../api/client.ts'
import { ApiError, failureOf, isSessionOver } from '../../api/error.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'

type RequestButtonProps = { look?: 'primary' | 'secondary'; children: ReactNode }

/** Requests a build; why it cannot be had is told below the button. */
export function RequestButton({ look, children }: RequestButtonProps) {
  const { revalidate } = useRevalidator()
  const [requesting, setRequesting] = useState(false)
  const [refusal, setRefusal] = useState<{ message: string; needsSubscription: boolean } | null>(
    null,
  )
  async function request() {
    setRequesting(true)
    setRefusal(null)
    try {
      await api(loader.request)
      await revalidate()
    } catch (error) {
      if (isSessionOver(error)) return
      const needsSubscription = error instanceof ApiError && error.status === 403
      setRefusal({ message: failureOf(error, 'Error creating loader'), needsSubscription })
    } finally {
      setRequesting(false)
    }
  }
  return (
    <>
      <Button look={look} loading={requesting} onClick={request}>
        {children}
      </Button>
      {refusal && (
        <ErrorBox
          className="mt-5 basis-full"
          action={
            refusal.needsSubscription && (
              <LinkButton to="/store" size="small">
                Browse Store
              </LinkButton>
            )
          }
        >
          {refusal.message}
        </ErrorBox>
      )}
    </>
  )
}
