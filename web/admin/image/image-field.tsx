import clsx from 'clsx'
import { ImageUp, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { takenImageTypes } from '#contract/wire/image-upload.ts'
import { Button } from '../../ui/button.tsx'
import { FieldNotes } from '../../ui/field.tsx'
import { readImage } from './read-image.ts'
import { useChosenFile } from './use-chosen-file.ts'

type ImageFieldProps = {
  label: string
  /** The chosen picture, as a data URL. */
  value: string | null
  onChange: (dataUrl: string | null) => void
  onReading: (reading: Promise<boolean>) => void
  /** The URL of the current picture. */
  current?: string | null | undefined
  error?: string | undefined
  /** The shape of the frame. */
  shape?: 'cover' | 'wide'
}

/** Chooses a picture with the file dialog or by drag and drop, and shows it. */
export function ImageField(props: ImageFieldProps) {
  const { label, value, onChange, onReading, current, error, shape = 'cover' } = props
  const { problem, take } = useChosenFile({ read: readImage, onRead: onChange, onReading })
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const shown = value ?? current

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="label">
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut of the button */}
      <div
        className={clsx(
          'flex flex-wrap items-center gap-4 rounded-md border border-dashed p-3 transition-colors',
          over ? 'border-signal bg-raised' : 'border-field bg-well',
        )}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <div
          className={clsx(
            'grid min-h-0 shrink-0 place-items-center overflow-clip rounded-md bg-panel text-faint',
            shape === 'wide' ? 'aspect-video w-44' : 'aspect-[4/5] w-24',
          )}
        >
          {shown ? (
            <img src={shown} alt="" className="size-full object-cover" />
          ) : (
            <ImageUp size={24} aria-hidden="true" />
          )}
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <Button size="small" onClick={() => input.current?.click()}>
            {shown ? 'Choose another' : 'Choose a file'}
          </Button>
          {value && (
            <Button size="small" look="quiet" onClick={() => onChange(null)}>
              <X size={15} aria-hidden="true" />
              {current ? 'Keep current image' : 'Remove'}
            </Button>
          )}
        </div>
        <input
          ref={input}
          id={id}
          type="file"
          accept={takenImageTypes}
          className="sr-only"
          tabIndex={-1}
          aria-invalid={(problem ?? error) ? true : undefined}
          aria-describedby={`${id}-error ${id}-hint`}
          onChange={({ target }) => {
            take(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
      <FieldNotes id={id} error={problem ?? error} hint="PNG, JPG up to 5MB" />
    </div>
  )
}
