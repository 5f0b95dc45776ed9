import { createField, type Field } from './field.ts'
import { hash2 } from './random.ts'

function smooth(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10)
}

/** The offset of a point along the gradient that the hash assigns to a corner of its cell. */
function slopeAt(column: number, row: number, fx: number, fy: number): number {
  const turn = hash2(column, row) * Math.PI * 2
  return Math.cos(turn) * fx + Math.sin(turn) * fy
}

/** Gradient noise in [0, 1] at one point. Each `seed` gives a different landscape. */
function noiseAt(x: number, y: number, seed: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const fx = x - left
  const fy = y - top
  const column = left + seed * 1013
  const u = smooth(fx)
  const a = slopeAt(column, top, fx, fy)
  const b = slopeAt(column + 1, top, fx - 1, fy)
  const c = slopeAt(column, top + 1, fx, fy - 1)
  const d = slopeAt(column + 1, top + 1, fx - 1, fy - 1)
  const upper = a + (b - a) * u
  const lower = c + (d - c) * u
  return 0.5 + (upper + (lower - upper) * smooth(fy)) * 0.75
}

/** Several octaves of value noise in about [0, 1]. */
export function fractalNoise(x: number, y: number, seed: number, octaves: number): number {
  let sum = 0
  let weight = 0.5
  let total = 0
  let scale = 1
  for (let octave = 0; octave < octaves; octave++) {
    sum += noiseAt(x * scale, y * scale, seed + octave) * weight
    total += weight
    weight *= 0.5
    scale *= 2.03
  }
  return sum / total
}

/**
 * A landscape of fractal noise, computed on a grid of every fourth pixel.
 * `period` is the size of its largest features in pixels.
 */
export function noiseField(
  width: number,
  height: number,
  period: number,
  seed: number,
  octaves = 4,
): Field {
  const step = 4
  const columns = Math.ceil(width / step) + 2
  const rows = Math.ceil(height / step) + 2
  const coarse = new Float32Array(columns * rows)
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const place = step / period
      coarse[y * columns + x] = fractalNoise(x * place, y * place, seed, octaves)
    }
  }
  const field = createField(width, height)
  for (let y = 0; y < height; y++) {
    const top = (y / step) | 0
    const fy = y / step - top
    for (let x = 0; x < width; x++) {
      const left = (x / step) | 0
      const fx = x / step - left
      const i = top * columns + left
      const upper = coarse[i]! + (coarse[i + 1]! - coarse[i]!) * fx
      const j = i + columns
      const lower = coarse[j]! + (coarse[j + 1]! - coarse[j]!) * fx
      field.data[y * width + x] = upper + (lower - upper) * fy
    }
  }
  return field
}
