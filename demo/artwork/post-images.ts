import { burst } from './compositions/burst.ts'
import { contourMap } from './compositions/contour.ts'
import { echo } from './compositions/echo.ts'
import { halftone } from './compositions/halftone.ts'
import { lampLit } from './compositions/lamp.ts'
import { scanlines } from './compositions/scanlines.ts'
import { slices } from './compositions/slices.ts'
import type { Piece } from './scene.ts'

/** The picture of each blog post, by the post's key. */
export const postImages: Record<string, Piece> = {
  'faster-loader': {
    composition: echo,
    motif: { glyph: 'circuitry', x: 0.64, y: 0.5, size: 0.36, turn: 0 },
    ground: '#0a0c0b',
    key: '#4fae7c',
    rim: '#eafff2',
    seed: 8,
  },
  'before-you-see-it': {
    composition: halftone,
    motif: { glyph: 'microscope', x: 0.6, y: 0.52, size: 0.6 },
    ground: '#0b0b0e',
    key: '#efe9dc',
    rim: '#ff4d3d',
    seed: 2,
  },
  'forty-braking-points': {
    composition: slices,
    motif: { glyph: 'race-car', x: 0.42, y: 0.52, size: 0.86, mirrored: true },
    ground: '#0a0b0d',
    key: '#dfe6ea',
    rim: '#ff7a1a',
    seed: 5,
  },
  'late-short-and-over': {
    composition: lampLit,
    motif: { glyph: 'two-coins', x: 0.6, y: 0.5, size: 0.72, turn: -6 },
    ground: '#0c0b09',
    key: '#c79a4b',
    rim: '#2fb6a0',
    seed: 6,
  },
  'winter-roadmap': {
    composition: contourMap,
    motif: { glyph: 'compass', x: 0.66, y: 0.5, size: 0.5, turn: 14 },
    ground: '#0a0910',
    key: '#7c8cc4',
    rim: '#ffb24a',
    seed: 4,
  },
  'after-the-patch': {
    composition: scanlines,
    motif: { glyph: 'time-bomb', x: 0.56, y: 0.54, size: 0.56 },
    ground: '#0a0a09',
    key: '#ffae3b',
    rim: '#ffffff',
    seed: 6,
  },
  'free-month': {
    composition: burst,
    motif: { glyph: 'three-keys', x: 0.42, y: 0.55, size: 0.52, turn: -8 },
    ground: '#06090c',
    key: '#1f8fb8',
    rim: '#e9f6d0',
    seed: 4,
  },
}
