import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

type Option<Value> = {
  value: Value
  label: ReactNode
  /** Below the label of cards, next to the label of rows. */
  detail?: ReactNode
  /** Below the detail: an advantage of the option, such as 'Save 10%'. Only for cards. */
  aside?: ReactNode
  /** Below the detail. Only for cards. */
  note?: ReactNode
  disabled?: boolean
}

type RadioGroupProps<Value> = {
  legend: ReactNode
  hideLegend?: boolean
  /** `segments` form one bar, `cards` are separate, two per row, `rows` are stacked. */
  look?: 'segments' | 'cards' | 'rows'
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** A choice of one of a few options, all of them visible. */
export function RadioGroup<Value extends string | number>(props: RadioGroupProps<Value>) {
  const { legend, hideLegend, look = 'segments', options, value, onChange } = props
  const name = useId()
  const Choice = choices[look]
  return (
    <fieldset className={clsx('min-w-0', props.className)}>
      <legend className={hideLegend ? 'sr-only' : 'label mb-2'}>{legend}</legend>
      <div className={groups[look]}>
        {options.map((option) => (
          <Choice key={option.value} option={option}>
            <input
              type="radio"
              className="peer sr-only"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}

const groups = {
  segments:
    'flex flex-wrap gap-1 rounded-lg border border-line bg-well p-1 shadow-[inset_0_1px_3px_#000]',
  cards: 'grid grid-cols-2 gap-3 lg:grid-cols-4',
  rows: 'grid grid-cols-1 gap-2',
}

const focus =
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-signal'

type ChoiceProps = { option: Option<string | number>; children: ReactNode }

function Segment({ option, children }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the radio is among the children
    <label
      className={clsx(
        'relative flex h-10 flex-1 items-center justify-center gap-2 whitespace-nowrap rounded-md border px-2.5 not-has-checked:border-transparent',
        'font-[600] text-[0.9375rem] text-soft transition-colors duration-120 hover:text-ink sm:px-4',
        'has-checked:border-edge has-checked:bg-lifted has-checked:text-ink has-checked:shadow-lit',
        'has-disabled:pointer-events-none has-disabled:opacity-45',
        focus,
      )}
    >
      {children}
      {option.label}
    </label>
  )
}

function Card({ option, children }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the radio is among the children
    <label
      className={clsx(
        'relative flex min-h-20 flex-col gap-1 rounded-md border border-edge bg-panel px-4 py-3 shadow-lit',
        'transition-colors duration-120 hover:border-field',
        'has-checked:border-signal has-checked:bg-chosen has-checked:shadow-[inset_0_0_0_1px_var(--color-signal)]',
        'has-disabled:pointer-events-none has-disabled:opacity-45',
        focus,
      )}
    >
      {children}
      <span className="title text-[0.9375rem]">{option.label}</span>
      {option.detail && <span>{option.detail}</span>}
      {option.aside && <span className="font-[600] text-sm text-success">{option.aside}</span>}
      {option.note && (
        <span className="font-[650] text-[0.8125rem] text-signal">{option.note}</span>
      )}
    </label>
  )
}

function Row({ option, children }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the radio is among the children
    <label
      className={clsx(
        'relative flex min-h-13 items-center gap-3 rounded-md border border-edge bg-panel px-4 py-2.5 shadow-lit',
        'transition-colors duration-120 hover:border-field',
        'has-checked:border-signal has-checked:bg-chosen has-checked:shadow-[inset_0_0_0_1px_var(--color-signal)]',
        'has-disabled:pointer-events-none has-disabled:opacity-45',
        focus,
      )}
    >
      {children}
      <span
        aria-hidden="true"
        className="size-4.5 shrink-0 rounded-full border border-field bg-well peer-checked:border-[6px] peer-checked:border-signal"
      />
      <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-[600]">{option.label}</span>
        {option.detail && <span className="text-faint text-sm tabular-nums">{option.detail}</span>}
      </span>
    </label>
  )
}

const choices = { segments: Segment, cards: Card, rows: Row }
