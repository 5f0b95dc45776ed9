import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import type { ProductPage } from '#contract/catalogue/products.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Cover } from '../cover.tsx'

type Shot = ProductPage['screenshots'][number]

/** Thumbnails that open enlarged. Without scripts, each is a link to its largest file. */
export function Screenshots({ shots }: { shots: readonly Shot[] }) {
  const id = useId()
  const [open, setOpen] = useState<number | null>(null)
  if (shots.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="title text-xl">
        Screenshots
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-3">
        {shots.map(({ picture, caption }, at) => (
          <li key={picture.src}>
            <a
              href={largest(picture)}
              aria-label={`Enlarge: ${caption}`}
              title={caption}
              className="surface notch-10 block overflow-clip transition-[filter] hover:brightness-125"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                setOpen(at)
              }}
            >
              <Cover
                image={picture}
                sizes="(min-width: 80rem) 15rem, (min-width: 64rem) 19vw, 46vw"
                className="aspect-video"
              />
            </a>
          </li>
        ))}
      </ul>
      {open !== null && <Large shots={shots} at={open} onShow={setOpen} />}
    </section>
  )
}

type LargeProps = {
  shots: readonly Shot[]
  at: number
  onShow: (at: number | null) => void
}

function Large({ shots, at, onShow }: LargeProps) {
  const { picture, caption } = shots[at]!
  const step = (by: 1 | -1) => onShow((at + by + shots.length) % shots.length)
  function turn({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  }
  return (
    <Dialog
      open
      onClose={() => onShow(null)}
      title={caption}
      className="max-w-[min(72rem,calc(100vw-2rem))]"
      actions={
        shots.length > 1 && (
          <>
            <p role="status" className="mr-auto self-center text-soft tabular-nums max-sm:grow-0!">
              {at + 1} of {shots.length}
            </p>
            <Button onClick={() => step(-1)} onKeyDown={turn}>
              <ChevronLeft size={18} aria-hidden="true" />
              Previous
            </Button>
            <Button onClick={() => step(1)} onKeyDown={turn}>
              Next
              <ChevronRight size={18} aria-hidden="true" />
            </Button>
          </>
        )
      }
    >
      <picture>
        <source type="image/avif" srcSet={picture.avif} sizes="(min-width: 72rem) 69rem, 94vw" />
        <source type="image/webp" srcSet={picture.webp} sizes="(min-width: 72rem) 69rem, 94vw" />
        <img
          key={picture.src}
          src={picture.src}
          width={picture.width}
          height={picture.height}
          alt={caption}
          className="mx-auto max-h-[calc(100dvh-12rem)] w-full rounded-sm object-contain"
        />
      </picture>
    </Dialog>
  )
}

const largest = ({ webp }: Shot['picture']) => webp.split(', ').at(-1)!.split(' ')[0]
