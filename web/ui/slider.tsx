import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'

type SliderProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  label: string
  value: number
  min: number
  max: number
  /** The value as text, shown next to the label and read by screen readers. */
  shown: string
  onChange: (value: number) => void
  /** Adds a number field for an exact value in this unit. */
  exact?: string
}

export function Slider({ label, value, min, max, shown, onChange, exact, ...props }: SliderProps) {
  const id = useId()
  const ref = useRef<HTMLInputElement>(null)
  // Set by script, because the page's content security policy blocks inline style attributes.
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
      <div className="flex items-center gap-3">
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
        {exact && <ExactValue {...{ label, value, min, max, onChange }} unit={exact} />}
      </div>
    </div>
  )
}

type ExactValueProps = Pick<SliderProps, 'label' | 'value' | 'min' | 'max' | 'onChange'> & {
  unit: string
}

/**
 * A number field that follows the slider. While it is empty or out of range, the last valid value
 * applies.
 */
function ExactValue({ label, value, min, max, onChange, unit }: ExactValueProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-soft">
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`${label}, in ${unit}`}
        className="control w-16 text-right tabular-nums"
        value={typed ?? value}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => {
          setTyped(target.value)
          const number = Number(target.value)
          if (/^\d+$/.test(target.value) && number >= min && number <= max) onChange(number)
        }}
      />
      {unit}
    </span>
  )
}
