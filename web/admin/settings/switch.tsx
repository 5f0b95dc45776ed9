import { Checkbox } from '../../ui/checkbox.tsx'

type SwitchProps = {
  label: string
  hint: string
  checked: boolean
  onChange: (on: boolean) => void
}

/** A setting that is on or off, and what it means when it is on. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  return (
    <Checkbox
      label={<span className="font-[600] text-ink">{label}</span>}
      hint={<span className="block max-w-[60ch] pl-8">{hint}</span>}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
