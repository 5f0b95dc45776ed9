import { type ComponentProps, useEffect, useRef } from 'react'
import { DisclosureSummary } from '../ui/disclosure-summary.tsx'
import { TextField } from '../ui/text-field.tsx'

type ReferralFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'hint'> & {
  required: boolean
  /** The value of the field. */
  code: string | null | undefined
}

/** The referral code. Unless it is required, the field is collapsed until it has a code or an error. */
export function ReferralField({ required, code, ...input }: ReferralFieldProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const isOpen = Boolean(code || input.error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new refusal opens it again
  useEffect(() => {
    if (isOpen && details.current) details.current.open = true
  }, [isOpen, input.error])
  const field = (
    <TextField
      label="Referral code"
      hint={required ? 'Required to sign up. Ask a customer for theirs.' : undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
    />
  )
  if (required) return field
  return (
    <details ref={details}>
      <DisclosureSummary className="-my-1.5 min-h-9 w-fit text-[0.9375rem] text-soft hover:text-ink">
        I have a referral code
      </DisclosureSummary>
      <div className="mt-3">{field}</div>
    </details>
  )
}
