import clsx from 'clsx'

/** The initials of a name in place of a picture. Decoration next to the name itself. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'grid size-8 shrink-0 place-items-center rounded-md border border-edge bg-lifted notch-2',
        'font-[700] text-[0.8125rem] text-ink uppercase leading-none',
        className,
      )}
    >
      {initials(name)}
    </span>
  )
}

/** Two letters: the initials of the first two words, or the first two letters of a single word. */
export function initials(name: string): string {
  const [first = '', second] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2)
}
