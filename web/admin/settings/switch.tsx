import type { ComponentProps } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'

type SwitchProps = Omit<ComponentProps<typeof Checkbox>, 'label' | 'hint'> & {
  label: string
  hint: string
}

/** An on/off setting, with its effect when on. */
export function Switch({ label, hint, ...checkbox }: SwitchProps) {
  return (
    <Checkbox
      label={<span className="font-[600] text-ink">{label}</span>}
      hint={<span className="block max-w-[60ch]">{hint}</span>}
      {...checkbox}
    />
  )
}
