import { ArrowUp, ImagePlus, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { mostScreenshots, type ProductDetails } from '#contract/catalogue/product-details.ts'
import { media } from '#contract/platform/media.ts'
import { takenImageTypes } from '#contract/wire/image-upload.ts'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { readImage } from '../image/read-image.ts'

const alreadyAdded = 'This image is already one of the screenshots'

type Screenshots = ProductDetails['screenshots']

type Props = {
  value: Screenshots
  onChange: (screenshots: Screenshots) => void
  error: string | undefined
}

/** Edits the screenshots and their order. An image is stored when it is uploaded, before saving. */
export function ScreenshotsEditor({ value, onChange, error }: Props) {
  const heading = useId()
  const file = useRef<HTMLInputElement>(null)
  // Captions can be typed while an image is being uploaded.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  function add({ src }: { src: string }) {
    if (latest.current.some(({ image }) => image === src)) toast.error(alreadyAdded)
    else onChange([...latest.current, { image: src, caption: '' }])
  }
  const upload = useAction(
    async (chosen: File) => api(media.addImage, { body: { image: await readImage(chosen) } }),
    {
      failed: 'Failed to upload the image',
      // Errors about the file itself have their own message.
      say: (cause, failed) => messageOf(cause, (cause instanceof Error && cause.message) || failed),
      failureIn: 'toast',
      reload: 'never',
      onDone: add,
    },
  )
  const change = (at: number, caption: string) =>
    onChange(value.map((one, i) => (i === at ? { ...one, caption } : one)))
  const moveUp = (at: number) => onChange(value.with(at - 1, value[at]!).with(at, value[at - 1]!))
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h2 id={heading} className="title text-base">
          Screenshots
        </h2>
        {value.length < mostScreenshots && (
          <Button size="small" loading={upload.pending} onClick={() => file.current?.click()}>
            <ImagePlus size={16} aria-hidden="true" />
            Add Screenshot
          </Button>
        )}
      </div>
      <input
        ref={file}
        type="file"
        accept={takenImageTypes}
        aria-label="Screenshot file"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) upload.run(chosen)
          target.value = ''
        }}
      />
      {value.length === 0 && (
        <p className="text-faint text-sm">
          Up to {mostScreenshots} images, shown on the product’s page.
        </p>
      )}
      <ol className="grid gap-3">
        {value.map(({ image, caption }, at) => (
          <li key={image} className="flex items-start gap-x-3 gap-y-2 max-sm:flex-wrap">
            <img
              src={image}
              alt=""
              className="h-11 w-20 shrink-0 rounded-sm bg-well object-cover sm:mt-6.5"
            />
            <TextField
              label={`Caption of screenshot ${at + 1}`}
              className="grow max-sm:order-last max-sm:basis-full"
              maxLength={160}
              hint={at === 0 && 'Describe the image. Screen readers also read the caption.'}
              error={error && !caption.trim() ? 'Describe what the screenshot shows' : undefined}
              value={caption}
              onChange={({ target }) => change(at, target.value)}
            />
            <div className="flex max-sm:ml-auto sm:mt-7.5">
              <IconButton
                label={`Move screenshot ${at + 1} up`}
                icon={<ArrowUp size={16} />}
                size="small"
                disabled={at === 0}
                onClick={() => moveUp(at)}
              />
              <IconButton
                label={`Remove screenshot ${at + 1}`}
                icon={<Trash2 size={16} />}
                size="small"
                onClick={() => onChange(value.filter((_, i) => i !== at))}
              />
            </div>
          </li>
        ))}
      </ol>
      {error && value.every(({ caption }) => caption.trim()) && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </section>
  )
}
