import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

type SubmitButtonProps = { loading: boolean; children: ReactNode }

/**
 * The submit button of its form. It is hidden without scripts, because scripts submit the form.
 * Such forms have the method `dialog`, with which the browser itself sends nothing: Enter keeps
 * the input.
 */
export function SubmitButton({ loading, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      look="primary"
      size="large"
      wide
      loading={loading}
      className="h-auto! min-h-13 whitespace-normal! px-4! py-2 noscript:hidden"
    >
      {children}
    </Button>
  )
}
