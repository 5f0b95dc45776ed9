import clsx from 'clsx'
import { ImageUp } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldNotes } from '../../ui/field.tsx'
import { useChosenFile } from '../image/use-chosen-file.ts'

type PictureFieldProps = {
  label: string
  hint: string
  /** The file types that the file dialog offers. */
  accept: string
  /** Throws an Error with the reason, as a sentence, if the file is refused. */
  read: (file: File) => Promise<string>
  /** The URL of the current picture, or a data URL. Null means no picture. */
  value: string | null
  onChange: (value: string | null) => void
  onReading: (reading: Promise<boolean>) => void
  error?: string | undefined
  /** Shows the whole picture, or fills the frame. */
  fit?: 'contain' | 'cover'
}

/** An optional picture: chosen with the file dialog, shown, and removed. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, accept, read, value, onChange, onReading, error, fit = 'cover' } = props
  const { problem, take, forget } = useChosenFile({ read, onRead: onChange, onReading })
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const id = useId()
  const fault = problem ?? error

  function remove() {
    forget()
    onChange(null)
    // The remove button disappears with the picture.
    choose.current?.focus()
  }

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={`${id}-label`} className="label">
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a look and a legend of its own */}
      <div
        role="group"
        aria-labelledby={`${id}-label`}
        className={clsx(
          'flex flex-wrap items-center gap-4 rounded-md border border-dashed bg-well p-3',
          fault ? 'border-danger' : 'border-field',
        )}
      >
        <div className="grid aspect-video w-44 shrink-0 place-items-center overflow-clip rounded-md bg-ground text-faint">
          {value ? (
            <img
              src={value}
              alt=""
              className={clsx('size-full', fit === 'cover' ? 'object-cover' : 'object-contain p-3')}
            />
          ) : (
            <ImageUp size={24} aria-hidden="true" />
          )}
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <Button
            ref={choose}
            size="small"
            aria-invalid={fault ? true : undefined}
            aria-describedby={`${id}-error ${id}-hint`}
            onClick={() => input.current?.click()}
          >
            {value ? 'Choose another' : 'Choose a file'}
            <span className="sr-only"> for {label}</span>
          </Button>
          {value && (
            <Button size="small" look="quiet" onClick={remove}>
              Remove
              <span className="sr-only"> {label}</span>
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          aria-label={label}
          onChange={({ target }) => {
            take(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
      <FieldNotes id={id} error={fault} hint={hint} />
    </div>
  )
}
