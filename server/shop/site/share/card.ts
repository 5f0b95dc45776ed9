import sharp from 'sharp'
import { markShapes } from '#server/platform/brand/mark.ts'
import { fitTitle } from './paragraph.ts'
import { setLine } from './typeface.ts'

const width = 1200
const height = 630
const margin = 72

export type ShareCard = {
  shopName: string
  /** Null if the shop has no logo. The card then shows the default mark in these colours. */
  logo: Buffer | null
  /** The logo already contains the name. */
  nameless: boolean
  mark: { signal: string; onSignal: string }
  title: string
  detail: string
  picture: Buffer | null
  /** An upright picture is on the right, a wide one behind the text. */
  look: 'beside' | 'behind'
}

export async function paintShareCard(card: ShareCard): Promise<Buffer> {
  const svg = (content: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
    )
  const picture = card.picture && (await place(card.picture, card.look))
  const logo = card.logo && (await placeLogo(card.logo))
  const text = svg(await words(card, logo ? logo.width : logoHeight))
  return sharp(svg(lamp))
    .composite([...(picture ? [picture] : []), { input: text }, ...(logo ? [logo] : [])])
    .png({ palette: true, quality: 92, effort: 5 })
    .toBuffer()
}

const logoHeight = 48

async function placeLogo(painted: Buffer) {
  const { data, info } = await sharp(painted)
    .resize({ height: logoHeight, width: 400, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const middle = Math.round((logoHeight - info.height) / 2)
  return { input: data, left: margin, top: margin - 6 + middle, width: info.width }
}

const upright = { width: (height * 4) / 5, height }

/** Fades it into the background. An upright picture has the cut corner of the shop's surfaces. */
async function place(picture: Buffer, look: ShareCard['look']) {
  const size = look === 'beside' ? upright : { width, height }
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${height}">${masks[look]}</svg>`
  const input = await sharp(picture)
    .resize({ ...size, fit: 'cover' })
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer()
  return { input, left: width - size.width, top: 0 }
}

const masks = {
  beside: [
    '<linearGradient id="g"><stop offset="0" stop-opacity="0"/><stop offset=".45"/></linearGradient>',
    `<path fill="url(#g)" d="M0 0h${upright.width}v${height - 96}l-96 96H0z"/>`,
  ].join(''),
  behind: [
    '<linearGradient id="g" x2="0" y2="1"><stop offset="0" stop-opacity=".55"/><stop offset=".25" stop-opacity=".8"/><stop offset=".75" stop-opacity=".1"/><stop offset="1" stop-opacity=".03"/></linearGradient>',
    `<rect fill="url(#g)" width="${width}" height="${height}"/>`,
  ].join(''),
}

const lamp = [
  '<radialGradient id="lamp" gradientUnits="userSpaceOnUse" cx="420" cy="-200" r="820"><stop offset="0" stop-color="#2a3329"/><stop offset="1" stop-color="#2a3329" stop-opacity="0"/></radialGradient>',
  `<rect width="${width}" height="${height}" fill="#0b0d0c"/>`,
  `<rect width="${width}" height="${height}" fill="url(#lamp)"/>`,
].join('')

async function words(card: ShareCard, logoWidth: number): Promise<string> {
  const { shopName, title, detail, picture, look, logo, nameless, mark } = card
  const narrow = look === 'beside' && picture
  const heading = await fitTitle(title, {
    width: narrow ? width - upright.width - margin : width - 3 * margin,
    lines: narrow ? 4 : 3,
    sizes: [76, 66, 58, 50, 44],
  })
  const name = await setLine(shopName, 'display', 30)
  const below = await setLine(detail, 'text', 30)
  const last = height - margin - 66
  const lines = heading.lines.map((line, i) =>
    line.draw(margin, last - 1.1 * heading.size * (heading.lines.length - 1 - i)),
  )
  return [
    logo
      ? ''
      : `<g transform="translate(${margin} ${margin - 6}) scale(2)">${markShapes(mark)}</g>`,
    `<g fill="#f2f5ee">${nameless ? '' : name.draw(margin + logoWidth + 16, margin + 29)}${lines.join('')}</g>`,
    `<g fill="#b5bcb2">${below.draw(margin, height - margin)}</g>`,
  ].join('')
}
