import clsx from 'clsx'
import { Check, Circle, Minus } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import {
  isPassphrase,
  isRuleKept,
  type PasswordRule,
  passphraseLength,
} from '#contract/wire/credentials.ts'
import { PasswordField } from '../ui/password-field.tsx'

/** In milliseconds. Long enough that screen readers announce nothing while the user types. */
const pause = 1000

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'hint'> & {
  rules: readonly PasswordRule[]
  /** The value of the field. Undefined while it is empty. */
  typed: string | undefined
}

/** A field for a new password, with its rules. Each rule gets a check mark once it is met. */
export function NewPasswordField({ rules, typed = '', ...props }: NewPasswordFieldProps) {
  const spoken = useSettled(typed && progress(rules, typed))
  return (
    <div>
      <PasswordField
        autoComplete="new-password"
        {...props}
        hint={<Rules rules={rules} typed={typed} />}
      />
      <p role="status" className="sr-only">
        {spoken}
      </p>
    </div>
  )
}

function Rules({ rules, typed }: { rules: readonly PasswordRule[]; typed: string }) {
  return (
    <ul className="mt-0.5 grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
      {/* An empty password meets the upper limit, which is shown only if it is exceeded. */}
      {rules
        .filter(({ isMet }) => !isMet('') || !isMet(typed))
        .map((rule) => (
          <Rule
            key={rule.text}
            state={rule.isMet(typed) ? 'met' : isRuleKept(rule, typed) ? 'waived' : 'open'}
          >
            {rule.text}
          </Rule>
        ))}
      {rules.some(({ waived }) => waived) && (
        <Rule
          className="sm:col-span-2"
          state={isPassphrase(typed) ? 'met' : 'open'}
        >{`Or at least ${passphraseLength} characters of any kind`}</Rule>
      )}
    </ul>
  )
}

const icons = { met: Check, waived: Minus, open: Circle }
const spokenStates = { met: ', met', waived: ', not needed', open: '' }

type RuleProps = { state: keyof typeof icons; className?: string; children: string }

function Rule({ state, className, children }: RuleProps) {
  const Icon = icons[state]
  return (
    <li className={clsx('flex gap-2', state === 'met' && 'text-soft', className)}>
      <Icon
        data-state={state}
        aria-hidden="true"
        strokeWidth={state === 'met' ? 2.75 : 2}
        className={clsx(
          'h-[1lh] w-[1em] shrink-0',
          state === 'met' && 'text-success',
          state === 'open' && 'scale-75',
        )}
      />
      {children}
      <span className="sr-only">{spokenStates[state]}</span>
    </li>
  )
}

/** Announces the missing rules to screen readers. */
function progress(rules: readonly PasswordRule[], typed: string): string {
  const missing = rules.filter((rule) => !isRuleKept(rule, typed)).map(({ text }) => text)
  return missing.length === 0
    ? 'The length and the characters are fine.'
    : `Still required: ${missing.join(', ').toLowerCase()}.`
}

/** Returns the text once it has not changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
