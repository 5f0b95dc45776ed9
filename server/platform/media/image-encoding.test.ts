import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodeImage } from './image-encoding.ts'

const flat = (width: number, height: number, background = '#204060') =>
  sharp({ create: { width, height, channels: 3, background } })

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#204060"/></svg>',
)

describe('encoding a picture', () => {
  it('makes AVIF and WebP in every width up to 1280', async () => {
    const image = await encodeImage(await flat(1600, 800).png().toBuffer())
    const made = await Promise.all(
      image.variants.map(async ({ width, type, bytes }) => {
        const read = await sharp(bytes).metadata()
        expect(read).toMatchObject({ width, height: width / 2 })
        return `${type} ${width} ${read.mediaType}`
      }),
    )
    expect(made).toEqual(
      [320, 480, 640, 960, 1280].flatMap((w) => [`avif ${w} image/avif`, `webp ${w} image/webp`]),
    )
    expect(image).toMatchObject({ width: 1600, height: 800 })
  })

  it.each([
    [200, [200]],
    [320, [320]],
    [700, [320, 480, 640, 700]],
  ])('never enlarges: a master %i wide is stored in %j', async (width, widths) => {
    const { variants } = await encodeImage(await flat(width, 100).jpeg().toBuffer())
    expect([...new Set(variants.map((variant) => variant.width))]).toEqual(widths)
  })

  it('turns the picture upright and drops its metadata', async () => {
    const master = await flat(400, 200)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'a name' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const image = await encodeImage(master)
    expect(image).toMatchObject({ width: 200, height: 400 })
    for (const { bytes } of image.variants) {
      const { exif, orientation, width, height } = await sharp(bytes).metadata()
      expect([exif, orientation]).toEqual([undefined, undefined])
      expect(height! / width!).toBe(2)
    }
  })

  it('names the dominant colour', async () => {
    const master = await flat(400, 200, '#c83232').png().toBuffer()
    const [red, green, blue] = (await encodeImage(master)).color
      .match(/[0-9a-f]{2}/g)!
      .map((part) => Number.parseInt(part, 16)) as [number, number, number]
    // sharp counts colours in steps of 16 per channel.
    expect(Math.abs(red - 0xc8)).toBeLessThan(16)
    expect(Math.abs(green - 0x32)).toBeLessThan(16)
    expect(Math.abs(blue - 0x32)).toBeLessThan(16)
  })

  it.each(['grey', 'sixteen bits', 'transparent'])('accepts a %s PNG', async (kind) => {
    const master = flat(64, 64, '#808080')
    if (kind === 'grey') master.toColourspace('b-w')
    if (kind === 'sixteen bits') master.toColourspace('rgb16')
    if (kind === 'transparent') master.ensureAlpha(0.5)
    const { variants } = await encodeImage(await master.png().toBuffer())
    const webp = variants.find(({ type }) => type === 'webp')!
    const { channels } = await sharp(webp.bytes).stats()
    expect(channels).toHaveLength(kind === 'transparent' ? 4 : 3)
    expect(Math.abs(channels[0]!.mean - 0x80)).toBeLessThan(3)
  })

  it('accepts drawings only from the shop itself', async () => {
    await expect(encodeImage(svg)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('Please upload an image file'),
    })
    expect(await encodeImage(svg, { svg: true })).toMatchObject({ width: 40, height: 20 })
  })

  it('refuses files that are no picture, damaged, or too large to decode', async () => {
    const png = await flat(300, 300).png().toBuffer()
    const large = await flat(8000, 5001).png().toBuffer()
    const long = await flat(16_400, 1).png().toBuffer()
    const refused = (master: Buffer) => expect(encodeImage(master)).rejects
    await refused(Buffer.from('hello')).toMatchObject({ status: 422 })
    await refused(Buffer.alloc(0)).toMatchObject({ status: 422 })
    await refused(png.subarray(0, 60)).toMatchObject({ code: 'image_damaged' })
    await refused(Buffer.concat([png.subarray(0, 8), svg])).toMatchObject({ status: 422 })
    await refused(large).toMatchObject({ message: expect.stringContaining('40 megapixels') })
    await refused(long).toMatchObject({ message: expect.stringContaining('16383') })
  })
})
