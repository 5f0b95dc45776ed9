import type { ComponentProps } from 'react'
import { TextField } from '../../ui/text-field.tsx'

/** A code of the second factor. A recovery code has letters, so phones show the full keyboard. */
export function CodeField(
  props: Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string },
) {
  return (
    <TextField
      label="Code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      {...props}
    />
  )
}
