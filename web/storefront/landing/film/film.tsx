import { useEffect, useRef, useState } from 'react'
import { Section } from '../section.tsx'
import captions from './captions.vtt?url'
import mp4 from './film.mp4?url'
import webm from './film.webm?url'
import { scenes } from './film-words.ts'
import { PlayButton } from './play-button.tsx'
import posterAvif from './poster.avif?url'
import posterWebp from './poster.webp?url'

/**
 * A short film that is only loaded when it is played. Without scripts, the browser's own controls
 * start it.
 */
export function Film({ title, lead }: { title: string; lead: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'unscripted' | 'waiting' | 'started'>('unscripted')
  useEffect(() => setState((now) => (now === 'unscripted' ? 'waiting' : now)), [])
  // The video can take over the focus from the button only once it has its controls.
  useEffect(() => {
    if (state === 'started') video.current?.focus()
  }, [state])
  function start() {
    setState('started')
    video.current?.play()
  }
  return (
    <Section title={title} lead={lead}>
      <div className="surface notch-10 relative aspect-video overflow-clip bg-well">
        <picture>
          <source type="image/avif" srcSet={posterAvif} />
          <img
            src={posterWebp}
            width={1280}
            height={720}
            alt=""
            loading="lazy"
            decoding="async"
            className="absolute inset-0 size-full object-cover"
          />
        </picture>
        <video
          ref={video}
          controls={state !== 'waiting'}
          preload="none"
          playsInline
          muted
          width={1280}
          height={720}
          aria-label={title}
          className="absolute inset-0 size-full object-cover"
        >
          <source type="video/webm" src={webm} />
          <source type="video/mp4" src={mp4} />
          <track kind="captions" srcLang="en" label="English" src={captions} />
        </video>
        {state === 'waiting' && <PlayButton onClick={start} />}
      </div>
      <details className="mt-4 text-soft">
        <summary className="inline-flex min-h-9 items-center font-[600] text-[0.9375rem] underline decoration-edge underline-offset-4 hover:text-ink">
          What the video shows
        </summary>
        <ol className="mt-3 max-w-[39em] list-decimal space-y-1.5 pl-5 leading-relaxed">
          {scenes.map((scene) => (
            <li key={scene}>{scene}</li>
          ))}
        </ol>
      </details>
    </Section>
  )
}
