import sharp from 'sharp'
import { seededRandom } from './random.ts'

const [width, height] = [1280, 720]
const accents: Record<string, string> = { cs2: '#ff9d1f', 'three-rivers': '#6ea3ff' }

type Drawing = (accent: string, next: () => number) => string

/** Draws a screenshot of a demo product's window, named `{slug}-{view}`, as a PNG. */
export function renderScreenshot(name: string): Promise<Buffer> {
  const [, slug, view] = /^(.*)-(\w+)$/.exec(name)!
  const draw = views[view!]
  const accent = accents[slug!]
  if (!draw || !accent) throw new Error(`No screenshot is drawn for ${name}`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#0d100f"/>
    ${frame(accent)}${draw(accent, seededRandom(name))}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const box = (x: number, y: number, w: number, h: number, fill: string, opacity = 1) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="6" fill="${fill}" opacity="${opacity}"/>`
const times = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')

/** The title bar and the navigation at the left. */
const frame = (accent: string) =>
  box(0, 0, width, 48, '#151917') +
  box(20, 16, 16, 16, accent) +
  box(48, 19, 130, 10, '#59625b') +
  box(0, 48, 200, height, '#111513') +
  times(6, (i) => box(24, 84 + i * 44, 18, 18, i === 1 ? accent : '#343b36')) +
  times(6, (i) => box(54, 88 + i * 44, 70 + ((i * 37) % 50), 10, i === 1 ? '#e8ece6' : '#59625b')) +
  box(232, 80, 260, 20, '#e8ece6') +
  box(232, 112, 380, 10, '#59625b')

/** Positions on a target, and a list beside it. */
const board: Drawing = (accent, next) =>
  box(232, 148, 620, 540, '#131815') +
  times(
    5,
    (i) =>
      `<circle cx="542" cy="418" r="${50 + i * 48}" fill="none" stroke="#2c352f" stroke-width="2"/>`,
  ) +
  '<path d="M542 160V676M244 418H840" stroke="#2c352f" stroke-width="2"/>' +
  times(26, (i) => {
    const [turn, far] = [i * 0.55, 12 + i * 8]
    const x = 542 + Math.cos(turn) * far * 0.6 + (next() - 0.5) * 30
    const y = 560 - i * 13 + (next() - 0.5) * 24
    return `<circle cx="${x}" cy="${y}" r="9" fill="${i % 7 === 6 ? '#f2f5ee' : accent}" opacity="0.9"/>`
  }) +
  box(876, 148, 372, 540, '#131815') +
  times(9, (i) => rowOf(900, 176 + i * 56, next, accent, 324))

/** Lanes with events over time. */
const timeline: Drawing = (accent, next) =>
  box(232, 148, 1016, 420, '#131815') +
  times(7, (lane) => {
    const y = 176 + lane * 54
    let x = 372
    const parts: string[] = []
    while (x < 1180) {
      const long = 24 + next() * 130
      const fill = next() > 0.72 ? accent : '#39433c'
      parts.push(box(x, y, Math.min(long, 1224 - x), 30, fill))
      x += long + 10 + next() * 50
    }
    return box(256, y + 9, 60 + next() * 36, 10, '#8c948a') + parts.join('')
  }) +
  box(860, 140, 3, 436, '#f2f5ee') +
  times(4, (i) => {
    const x = 232 + i * 258
    const big = box(x + 20, 612, 60 + next() * 60, 22, i === 0 ? accent : '#e8ece6')
    return box(x, 592, 242, 96, '#131815') + big + box(x + 20, 652, 120, 10, '#59625b')
  })

/** A line over a usual range, and bars below it. */
const review: Drawing = (accent, next) => {
  const at = (i: number) => 252 + i * 41
  const usual = Array.from({ length: 24 }, (_, i) => 450 - i * 9 - next() * 24)
  const own = usual.map((y, i) => y + 34 - i * 3.4 + (next() - 0.5) * 40)
  const upper = usual.map((y, i) => `${at(i)},${y - 34}`)
  const lower = usual.map((y, i) => `${at(i)},${y + 40}`).reverse()
  return (
    box(232, 148, 1016, 360, '#131815') +
    times(5, (i) => box(252, 190 + i * 66, 976, 1, '#2c352f')) +
    `<polygon points="${[...upper, ...lower].join(' ')}" fill="#39433c" opacity="0.55"/>` +
    `<polyline points="${own.map((y, i) => `${at(i)},${y}`).join(' ')}" fill="none" stroke="${accent}" stroke-width="5" stroke-linejoin="round"/>` +
    box(232, 532, 1016, 156, '#131815') +
    times(40, (i) => {
      const tall = 18 + next() * 92
      return box(256 + i * 24.4, 664 - tall, 14, tall, i % 9 === 4 ? accent : '#39433c')
    })
  )
}

const rowOf = (x: number, y: number, next: () => number, accent: string, w: number) => {
  const share = 0.25 + next() * 0.7
  return (
    box(x, y, 100 + next() * 120, 10, '#8c948a') +
    box(x, y + 20, w, 10, '#2c352f') +
    box(x, y + 20, w * share, 10, share > 0.7 ? accent : '#59625b')
  )
}

const views: Record<string, Drawing> = { board, timeline, review }
