import sharp from 'sharp'
import type { Colour } from './colour.ts'
import { hash2 } from './random.ts'

/** The pixel being painted, in linear light. */
export type Pixel = Float32Array

export type Shader = (pixel: Pixel, x: number, y: number, index: number) => void

/** Blends a colour over the pixel with the given coverage. */
export function over(pixel: Pixel, colour: Colour, coverage: number): void {
  pixel[0]! += (colour[0] - pixel[0]!) * coverage
  pixel[1]! += (colour[1] - pixel[1]!) * coverage
  pixel[2]! += (colour[2] - pixel[2]!) * coverage
}

/** Adds light of a colour. */
export function add(pixel: Pixel, colour: Colour, amount: number): void {
  pixel[0]! += colour[0] * amount
  pixel[1]! += colour[1] * amount
  pixel[2]! += colour[2] * amount
}

/** Dims the pixel to the given share of its light. */
export function dim(pixel: Pixel, share: number): void {
  pixel[0]! *= share
  pixel[1]! *= share
  pixel[2]! *= share
}

export function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(Math.max((value - from) / (to - from), 0), 1)
  return t * t * (3 - 2 * t)
}

const GAMMA = Float32Array.from({ length: 4097 }, (_, i) => {
  const v = i / 4096
  return 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)
})

/** Converts linear light to a display byte, with a soft roll-off for the brightest tenths. */
function develop(light: number): number {
  const v = light <= 0 ? 0 : light < 0.75 ? light : 1 - 0.25 / (1 + (light - 0.75) * 4)
  return GAMMA[(v * 4096) | 0]!
}

/**
 * Paints every pixel and adds film grain. Returns a PNG without compression, because storing the
 * image encodes it again.
 */
export async function paint(width: number, height: number, shader: Shader): Promise<Buffer> {
  const bytes = new Uint8ClampedArray(width * height * 3)
  const pixel = new Float32Array(3)
  let o = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      pixel[0] = 0
      pixel[1] = 0
      pixel[2] = 0
      shader(pixel, x, y, y * width + x)
      const grain = (hash2(x, y) - 0.5) * 6
      bytes[o++] = develop(pixel[0]!) + grain
      bytes[o++] = develop(pixel[1]!) + grain
      bytes[o++] = develop(pixel[2]!) + grain
    }
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}
