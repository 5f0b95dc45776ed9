import { Bold, Code, Heading2, ImagePlus, Italic, Link2, List } from 'lucide-react'
import { useRef } from 'react'
import { preview } from '#contract/preview.ts'
import { api } from '../../api/client.ts'
import { isSessionOver, messageOf } from '../../api/error.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
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
  /** The text area that it formats. */
  controls: string
  onFormat: (kind: Format) => void
  /** A picture was uploaded and is at that address. */
  onPicture: (address: string) => void
}

export function Toolbar({ controls, onFormat, onPicture }: ToolbarProps) {
  const file = useRef<HTMLInputElement>(null)

  async function upload(chosen: File | undefined) {
    if (!chosen) return
    try {
      const { src } = await api(preview.image, { body: { image: await readImage(chosen) } })
      onPicture(src)
    } catch (error) {
      if (isSessionOver(error)) return
      const own = error instanceof Error ? error.message : ''
      toast.error(messageOf(error, own || 'Failed to upload the image'))
    }
  }

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
        onClick={() => file.current?.click()}
      />
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label="Image for the text"
        onChange={({ target }) => {
          void upload(target.files?.[0])
          target.value = ''
        }}
      />
    </div>
  )
}
