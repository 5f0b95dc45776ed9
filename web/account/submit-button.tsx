import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

type SubmitButtonProps = { loading: boolean; children: ReactNode }

/**
 * Submits the form it is in; without scripts, which send the form, there is none. Such forms have the
 * method `dialog`, with which a browser sends nothing by itself: Enter leaves what was typed standing.
 */
export function SubmitButton({ loading, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      look="primary"
      size="large"
      wide
      loading={loading}
      className="noscript:hidden"
    >
      {children}
    </Button>
  )
}
