/** A picture of one number per pixel: coverage, height or light. */
export interface Field {
  width: number
  height: number
  data: Float32Array
}

export function createField(width: number, height: number): Field {
  return { width, height, data: new Float32Array(width * height) }
}

/** Gaussian blur by three box passes, radius in pixels. */
export function blur(source: Field, radius: number): Field {
  const { width, height } = source
  const reach = Math.max(1, Math.round(radius))
  const data = Float32Array.from(source.data)
  const rows = new Float32Array(data.length)
  for (let pass = 0; pass < 3; pass++) {
    boxRows(data, rows, width, height, reach)
    boxColumns(rows, data, width, height, reach)
  }
  return { width, height, data }
}

function boxRows(from: Float32Array, to: Float32Array, w: number, h: number, reach: number) {
  const scale = 1 / (2 * reach + 1)
  for (let y = 0; y < h; y++) {
    const row = y * w
    let sum = from[row]! * reach
    for (let x = 0; x < reach; x++) sum += from[row + Math.min(x, w - 1)]!
    for (let x = 0; x < w; x++) {
      sum += from[row + Math.min(x + reach, w - 1)]!
      to[row + x] = sum * scale
      sum -= from[row + Math.max(x - reach, 0)]!
    }
  }
}

/**
 * Processes rows with running sums of every column, which uses the cache better than processing
 * columns.
 */
function boxColumns(from: Float32Array, to: Float32Array, w: number, h: number, reach: number) {
  const scale = 1 / (2 * reach + 1)
  const sums = new Float32Array(w)
  for (let x = 0; x < w; x++) sums[x] = from[x]! * reach
  for (let y = 0; y < reach; y++) {
    const row = Math.min(y, h - 1) * w
    for (let x = 0; x < w; x++) sums[x]! += from[row + x]!
  }
  for (let y = 0; y < h; y++) {
    const entering = Math.min(y + reach, h - 1) * w
    const leaving = Math.max(y - reach, 0) * w
    const row = y * w
    for (let x = 0; x < w; x++) {
      const sum = sums[x]! + from[entering + x]!
      to[row + x] = sum * scale
      sums[x] = sum - from[leaving + x]!
    }
  }
}

/** Bilinear interpolation at a fractional position, clamped to the edges. */
export function sample(field: Field, x: number, y: number): number {
  const { width, height, data } = field
  const cx = Math.min(Math.max(x, 0), width - 1.001)
  const cy = Math.min(Math.max(y, 0), height - 1.001)
  const left = cx | 0
  const top = cy | 0
  const fx = cx - left
  const fy = cy - top
  const i = top * width + left
  const upper = data[i]! + (data[i + 1]! - data[i]!) * fx
  const lower = data[i + width]! + (data[i + width + 1]! - data[i + width]!) * fx
  return upper + (lower - upper) * fy
}
