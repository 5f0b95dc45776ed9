import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from './button.tsx'
import { TextField } from './text-field.tsx'

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  const toggle = (
    <IconButton
      size="small"
      label={shown ? 'Hide password' : 'Show password'}
      icon={shown ? <EyeOff size={18} /> : <Eye size={18} />}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    />
  )
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      end={toggle}
    />
  )
}
