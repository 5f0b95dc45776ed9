import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type FilmSource, readFilmAddress } from '#contract/platform/film.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Section } from '../section.tsx'
import { PlayButton } from './play-button.tsx'

type OwnFilmProps = { title: string; lead: string; address: string }

/** The operator's own video. Nothing is loaded from its host before it is played. */
export function OwnFilm({ title, lead, address }: OwnFilmProps) {
  const film = readFilmAddress(address)
  const [playing, setPlaying] = useState(false)
  const player = useRef<HTMLVideoElement & HTMLIFrameElement>(null)
  // The button disappears, so move the focus to the player.
  useEffect(() => {
    if (playing) player.current?.focus()
  }, [playing])
  if (!film) return null
  return (
    <Section title={title} lead={lead}>
      <div className="surface notch-10 relative aspect-video overflow-clip bg-well">
        <Backdrop />
        {playing && film.kind === 'file' && (
          // biome-ignore lint/a11y/useMediaCaption: the operator's file, whose captions are in it
          <video
            ref={player}
            controls
            autoPlay
            playsInline
            aria-label={title}
            className="absolute inset-0 size-full bg-black object-contain"
          >
            <source type={film.type} src={film.src} />
          </video>
        )}
        {playing && film.kind === 'frame' && (
          <iframe
            ref={player}
            src={film.src}
            title={title}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
            className="absolute inset-0 size-full border-0 bg-black"
          />
        )}
        {!playing && <PlayButton onClick={() => setPlaying(true)} />}
        <noscript>
          <Unscripted film={film} address={address} title={title} />
        </noscript>
      </div>
      {film.kind === 'frame' && (
        <p className="mt-3 text-faint text-sm">
          This video is hosted by {film.site}, which can see your visit once you press play.
        </p>
      )}
    </Section>
  )
}

/** Fills the frame until the video plays: the shop's own colour, blurred. */
function Backdrop() {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-0 grid place-items-center bg-[radial-gradient(ellipse_at_70%_20%,color-mix(in_oklab,var(--color-signal)_22%,transparent),transparent_60%)]"
    >
      <Play strokeWidth={1} className="size-1/4 text-signal/25" />
    </div>
  )
}

/** Without scripts, the browser's own controls play a file, and a video page is a link. */
function Unscripted({
  film,
  address,
  title,
}: {
  film: FilmSource
  address: string
  title: string
}) {
  if (film.kind === 'frame')
    return (
      <div className="absolute inset-0 flex items-end p-4 sm:p-8">
        <LinkButton to={address} look="primary" size="large">
          Watch at {film.site}
        </LinkButton>
      </div>
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: as above
    <video
      controls
      preload="none"
      aria-label={title}
      className="absolute inset-0 size-full object-contain"
    >
      <source type={film.type} src={film.src} />
    </video>
  )
}
