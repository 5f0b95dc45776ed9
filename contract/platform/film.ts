/**
 * The kind of video behind an address: a file that the browser plays itself, or a video on a
 * hosting site.
 */
export type FilmSource =
  | { kind: 'file'; src: string; type: 'video/mp4' | 'video/webm'; origin: string | null }
  | { kind: 'frame'; src: string; site: 'YouTube' | 'Vimeo'; origin: string }

/** Parses a video address as copied from a browser. Returns null if it is not a video. */
export function readFilmAddress(address: string): FilmSource | null {
  const own = /^\/(?!\/)/.test(address)
  const url = urlOf(own ? `https://own.invalid${address}` : address)
  if (!url) return null
  const type = types[/\.(mp4|webm)$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? '']
  if (type) return { kind: 'file', src: address, type, origin: own ? null : url.origin }
  if (own) return null
  return youtube(url) ?? vimeo(url)
}

const types: Record<string, 'video/mp4' | 'video/webm'> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
}

/**
 * Only host names are accepted. Pages put the host into a CSP header, where a semicolon would start
 * another directive.
 */
function urlOf(address: string): URL | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const plain = /^[a-z0-9.-]+$/.test(url.hostname) && !url.username && !url.password
  return url.protocol === 'https:' && plain ? url : null
}

/** Uses YouTube's player without cookies. */
function youtube({ hostname, pathname, searchParams }: URL): FilmSource | null {
  const host = hostname.replace(/^(www|m)\./, '')
  const origin = 'https://www.youtube-nocookie.com'
  const id =
    host === 'youtu.be'
      ? pathname.slice(1)
      : host === 'youtube.com' && pathname === '/watch'
        ? (searchParams.get('v') ?? '')
        : host === 'youtube.com' || host === 'youtube-nocookie.com'
          ? (/^\/(?:embed|shorts|live)\/([^/]+)$/.exec(pathname)?.[1] ?? '')
          : ''
  if (!/^[\w-]{11}$/.test(id)) return null
  return { kind: 'frame', src: `${origin}/embed/${id}?autoplay=1`, site: 'YouTube', origin }
}

/** The path of an unlisted video has a second part, which the player needs. */
function vimeo({ hostname, pathname, searchParams }: URL): FilmSource | null {
  if (!/^(www\.|player\.)?vimeo\.com$/.test(hostname)) return null
  const [, id, hash = searchParams.get('h')] =
    /^\/(?:video\/)?(\d{5,15})(?:\/([0-9a-f]{6,20}))?$/.exec(pathname) ?? []
  if (!id) return null
  const origin = 'https://player.vimeo.com'
  const query = new URLSearchParams({ autoplay: '1', dnt: '1', ...(hash && { h: hash }) })
  return { kind: 'frame', src: `${origin}/video/${id}?${query}`, site: 'Vimeo', origin }
}
