import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from '../ui/button.tsx'

type SubmitButtonProps = { loading: boolean; children: ReactNode }

/**
 * Submits the form it is in, once. Until scripts run it submits nothing, so that a quick visitor
 * does not send a form past them.
 */
export function SubmitButton({ loading, children }: SubmitButtonProps) {
  const hydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return (
    <Button
      type={hydrated ? 'submit' : 'button'}
      look="primary"
      size="large"
      wide
      loading={loading}
    >
      {children}
    </Button>
  )
}
