import { distanceInside } from './distance.ts'
import { blur, type Field } from './field.ts'

/** A surface raised from a flat shape: its height and its slope in both directions. */
export interface Relief {
  height: Field
  slopeX: Float32Array
  slopeY: Float32Array
}

/**
 * Raises a shape like chiselled metal: its edges slope up over `bevel` pixels to ridges,
 * rounded by `softness` pixels.
 */
export function raise(mask: Field, bevel: number, softness: number): Relief {
  const distance = distanceInside(mask)
  for (let i = 0; i < distance.data.length; i++) {
    const t = 1 - Math.min(distance.data[i]! / bevel, 1)
    distance.data[i] = bevel * Math.sqrt(1 - t * t) * 0.8
  }
  return slopes(blur(distance, softness))
}

/** The shape with gaps narrower than about twice the reach (pixels) closed, and a little fatter. */
export function closed(mask: Field, reach: number): Field {
  const core = blur(mask, reach)
  for (let i = 0; i < core.data.length; i++) {
    const spread = (core.data[i]! - 0.07) / 0.05
    core.data[i] = Math.max(mask.data[i]!, Math.min(Math.max(spread, 0), 1))
  }
  return core
}

export function slopes(height: Field): Relief {
  const { width: w, height: h, data } = height
  const slopeX = new Float32Array(w * h)
  const slopeY = new Float32Array(w * h)
  for (let y = 1; y < h - 1; y++) {
    for (let x = 1; x < w - 1; x++) {
      const i = y * w + x
      slopeX[i] = (data[i + 1]! - data[i - 1]!) / 2
      slopeY[i] = (data[i + w]! - data[i - w]!) / 2
    }
  }
  return { height, slopeX, slopeY }
}

/** A distant lamp, as a unit vector towards it (y down, z to the viewer). */
export type Lamp = readonly [number, number, number]

export function lamp(degrees: number, elevation: number): Lamp {
  const a = (degrees * Math.PI) / 180
  const e = (elevation * Math.PI) / 180
  return [Math.cos(a) * Math.cos(e), -Math.sin(a) * Math.cos(e), Math.sin(e)]
}

/** The light of the lamp that a matt surface reflects at one point, 0 to 1. */
export function diffuse(relief: Relief, i: number, to: Lamp): number {
  const sx = relief.slopeX[i]!
  const sy = relief.slopeY[i]!
  const light = (to[2] - sx * to[0] - sy * to[1]) / Math.sqrt(1 + sx * sx + sy * sy)
  return Math.max(light, 0)
}

/** The highlight of the lamp on a polished surface at one point, 0 to 1. */
export function gloss(relief: Relief, i: number, to: Lamp, sharpness: number): number {
  const sx = relief.slopeX[i]!
  const sy = relief.slopeY[i]!
  const hz = to[2] + 1
  const norm = Math.sqrt((1 + sx * sx + sy * sy) * (to[0] * to[0] + to[1] * to[1] + hz * hz))
  const facing = (hz - sx * to[0] - sy * to[1]) / norm
  return facing > 0 ? facing ** sharpness : 0
}
