import { Bold, Code, Heading2, ImagePlus, Italic, Link2, List } from 'lucide-react'
import { useRef } from 'react'
import { media } from '#contract/platform/media.ts'
import { takenImageTypes } from '#contract/wire/image-upload.ts'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { IconButton } from '../../ui/button.tsx'
import { readImage } from '../image/read-image.ts'
import type { Format } from './format.ts'

const formats = [
  { kind: 'bold', label: 'Bold (Ctrl+B)', icon: Bold },
  { kind: 'italic', label: 'Italic (Ctrl+I)', icon: Italic },
  { kind: 'heading', label: 'Heading', icon: Heading2 },
  { kind: 'link', label: 'Link', icon: Link2 },
  { kind: 'list', label: 'List', icon: List },
  { kind: 'code', label: 'Code', icon: Code },
] as const

type ToolbarProps = {
  /** The id of the text area that the toolbar formats. */
  controls: string
  onFormat: (kind: Format) => void
  /** Called with the URL of an uploaded picture. */
  onPicture: (address: string) => void
}

export function Toolbar({ controls, onFormat, onPicture }: ToolbarProps) {
  const file = useRef<HTMLInputElement>(null)

  const upload = useAction(
    async (chosen: File) => api(media.addImage, { body: { image: await readImage(chosen) } }),
    {
      failed: 'Failed to upload the image',
      // Errors about the file itself have their own message.
      say: (error, failed) => messageOf(error, (error instanceof Error && error.message) || failed),
      failureIn: 'toast',
      reload: 'never',
      onDone: ({ src }) => onPicture(src),
    },
  )

  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      className="flex flex-wrap gap-0.5"
    >
      {formats.map(({ kind, label, icon: Icon }) => (
        <IconButton
          key={kind}
          label={label}
          icon={<Icon size={17} />}
          size="small"
          onClick={() => onFormat(kind)}
        />
      ))}
      <IconButton
        label="Image"
        icon={<ImagePlus size={17} />}
        size="small"
        disabled={upload.pending}
        onClick={() => file.current?.click()}
      />
      <input
        ref={file}
        type="file"
        accept={takenImageTypes}
        hidden
        aria-label="Image for the text"
        onChange={({ target }) => {
          const chosen = target.files?.[0]
          if (chosen) void upload.run(chosen)
          target.value = ''
        }}
      />
    </div>
  )
}
