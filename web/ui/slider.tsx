import { type ComponentProps, useEffect, useId, useRef } from 'react'

type SliderProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  label: string
  value: number
  min: number
  max: number
  /** The value in words, shown beside the label and read aloud. */
  shown: string
  onChange: (value: number) => void
}

export function Slider({ label, value, min, max, shown, onChange, ...props }: SliderProps) {
  const id = useId()
  const ref = useRef<HTMLInputElement>(null)
  // Set by script and not as a style attribute: the page's policy lets no inline style through.
  useEffect(() => {
    ref.current?.style.setProperty('--fill', `${((value - min) / (max - min)) * 100}%`)
  }, [value, min, max])
  return (
    <div className={props.className}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="label">
          {label}
        </label>
        <output htmlFor={id} className="font-[600] text-ink text-sm tabular-nums">
          {shown}
        </output>
      </div>
      <input
        {...props}
        ref={ref}
        id={id}
        type="range"
        className="slider"
        min={min}
        max={max}
        value={value}
        aria-valuetext={shown}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}
