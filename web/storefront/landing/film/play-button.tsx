import clsx from 'clsx'
import { Play } from 'lucide-react'
import { buttonClass } from '../../../ui/button.tsx'

/** Covers the whole frame of a video, so that all of it is clickable. */
export function PlayButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="group absolute inset-0 flex items-end p-4 -outline-offset-4 sm:p-8 noscript:hidden"
    >
      <span
        className={clsx(
          buttonClass({ look: 'primary', size: 'large' }),
          'group-hover:bg-signal-high',
        )}
      >
        <Play size={20} aria-hidden="true" className="fill-current" />
        Play video
      </span>
    </button>
  )
}
