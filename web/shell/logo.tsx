import clsx from 'clsx'
import type { PublicConfig } from '../config.ts'

/** The mark: an L in a slot with one corner cut. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={clsx('shrink-0', className)}>
      <path
        className="fill-signal"
        d="M3 1h18a2 2 0 0 1 2 2v13l-7 7H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2Z"
      />
      <path className="fill-on-signal" d="M7 6h4v8h6v4H7z" />
    </svg>
  )
}

type LogoProps = {
  name: string
  /** The shop's own logo, in place of the mark. */
  logo: PublicConfig['brand']['logo']
}

/**
 * The shop's logo or the default mark, with the shop's name on at most two lines. A long name is
 * smaller. A logo more than twice as wide as high already contains the name, so it is shown alone.
 */
export function Logo({ name, logo }: LogoProps) {
  if (logo && logo.width > 2 * logo.height) {
    return <Picture logo={logo} alt={name} className="h-8 max-w-44 object-contain object-left" />
  }
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-2.5">
      {logo ? (
        <Picture logo={logo} alt="" className="size-8 shrink-0 object-contain" />
      ) : (
        <Mark className="size-7" />
      )}
      <span
        className={clsx(
          // At twice the text size, a phone has no space for the name, so only the mark is shown.
          'line-clamp-2 min-w-0 font-[850] [overflow-wrap:anywhere] max-[15rem]:hidden',
          name.length > 16
            ? 'text-sm leading-tight'
            : 'text-[1.0625rem] tracking-[-0.01em] [font-stretch:125%]',
        )}
      >
        {name}
      </span>
    </span>
  )
}

type PictureProps = { logo: NonNullable<LogoProps['logo']>; alt: string; className: string }

const Picture = ({ logo: { src, width, height }, alt, className }: PictureProps) => (
  <img src={src} width={width} height={height} alt={alt} className={className} />
)
