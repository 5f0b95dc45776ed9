import type { ReactNode } from 'react'
import { loader } from '#contract/licensing/loader.ts'
import { useAction } from '../../api/action.ts'
import { isRefused } from '../../api/error.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'

type RequestButtonProps = { look?: 'primary' | 'secondary'; children: ReactNode }

/** Requests a build. If it is refused, the reason is shown below the button. */
export function RequestButton({ look, children }: RequestButtonProps) {
  const { run, pending, error, cause } = useAction(loader.request, {
    failed: 'Error creating loader',
  })
  const needsSubscription = isRefused<typeof loader.request>(cause, 'no_subscription')
  return (
    <>
      <Button look={look} loading={pending} onClick={() => run()}>
        {children}
      </Button>
      {error && (
        <ErrorBox
          className="mt-5 basis-full"
          action={
            needsSubscription && (
              <LinkButton to="/store" size="small">
                Browse Store
              </LinkButton>
            )
          }
        >
          {error}
        </ErrorBox>
      )}
    </>
  )
}
