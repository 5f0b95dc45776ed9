import { createField, type Field } from './field.ts'

const far = 1e5

/** The distance in pixels from each point inside the shape to its edge, 0 outside. */
export function distanceInside(mask: Field): Field {
  const { width: w, height: h } = mask
  const field = verticalDistance(mask)
  const v = new Int32Array(w)
  const z = new Float32Array(w + 1)
  const squares = new Float32Array(w)
  for (let y = 0; y < h; y++) {
    const row = field.data.subarray(y * w, (y + 1) * w)
    for (let x = 0; x < w; x++) squares[x] = row[x]! * row[x]!
    lowerEnvelope(squares, row, v, z)
  }
  return field
}

/** The vertical distance to the edge, with one sweep in each direction. */
function verticalDistance(mask: Field): Field {
  const { width: w, height: h } = mask
  const field = createField(w, h)
  const { data } = field
  for (let i = 0; i < data.length; i++) {
    if (mask.data[i]! > 0.5) data[i] = i < w ? far : data[i - w]! + 1
  }
  for (let i = (h - 1) * w - 1; i >= 0; i--) {
    data[i] = Math.min(data[i]!, data[i + w]! + 1)
  }
  return field
}

/**
 * Exact distances along one line, from the squared distances across it (Felzenszwalb and
 * Huttenlocher).
 */
function lowerEnvelope(
  squares: Float32Array,
  result: Float32Array,
  v: Int32Array,
  z: Float32Array,
): void {
  const n = squares.length
  let k = 0
  v[0] = 0
  z[0] = -1e20
  z[1] = 1e20
  for (let q = 1; q < n; q++) {
    const at = squares[q]! + q * q
    let p = v[k]!
    let s = (at - squares[p]! - p * p) / (2 * (q - p))
    while (s <= z[k]!) {
      p = v[--k]!
      s = (at - squares[p]! - p * p) / (2 * (q - p))
    }
    k++
    v[k] = q
    z[k] = s
    z[k + 1] = 1e20
  }
  k = 0
  for (let q = 0; q < n; q++) {
    while (z[k + 1]! < q) k++
    const p = v[k]!
    result[q] = Math.sqrt((q - p) * (q - p) + squares[p]!)
  }
}
