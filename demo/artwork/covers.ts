import { burst } from './compositions/burst.ts'
import { contourMap } from './compositions/contour.ts'
import { echo } from './compositions/echo.ts'
import { halftone } from './compositions/halftone.ts'
import { lampLit } from './compositions/lamp.ts'
import { lanternBefore } from './compositions/lantern.ts'
import { niche } from './compositions/niche.ts'
import { scanlines } from './compositions/scanlines.ts'
import { slices } from './compositions/slices.ts'
import { ridges, waves } from './compositions/strata.ts'
import { farSun } from './compositions/sun.ts'
import type { Piece } from './scene.ts'

/** The poster of each product, by slug. */
export const covers: Record<string, Piece> = {
  cs2: {
    composition: lampLit,
    motif: { glyph: 'ak47', x: 0.5, y: 0.49, size: 1.85, turn: 1 },
    ground: '#0b0c0e',
    key: '#9aa3ad',
    rim: '#ff9d1f',
    seed: 4,
  },
  breachline: {
    composition: halftone,
    motif: { glyph: 'balaclava', x: 0.4, y: 0.56, size: 1.42 },
    ground: '#0a0c10',
    key: '#e8e4d8',
    rim: '#ff7a1a',
    seed: 1,
  },
  'last-meridian': {
    composition: contourMap,
    motif: { glyph: 'parachute', x: 0.56, y: 0.45, size: 0.98, turn: 9 },
    ground: '#071012',
    key: '#2fb6a0',
    rim: '#ff8a3c',
    seed: 3,
  },
  'dead-freight': {
    composition: lampLit,
    motif: { glyph: 'gas-mask', x: 0.68, y: 0.5, size: 1.42, turn: -8 },
    ground: '#0b0f0a',
    key: '#7d8f6a',
    rim: '#c8ff2e',
    seed: 3,
  },
  'vantage-six': {
    composition: echo,
    motif: { glyph: 'oni', x: 0.5, y: 0.5, size: 0.86 },
    ground: '#0d0b07',
    key: '#f5b800',
    rim: '#fff6d8',
    seed: 5,
  },
  'nine-thousand': {
    composition: slices,
    motif: { glyph: 'full-motorcycle-helmet', x: 0.45, y: 0.47, size: 1.02, turn: -6 },
    ground: '#0c0a0b',
    key: '#f2ede4',
    rim: '#ff2a1f',
    seed: 7,
  },
  'long-thaw': {
    composition: ridges,
    motif: { glyph: 'bear-head', x: 0.38, y: 0.52, size: 1.1 },
    ground: '#07121d',
    key: '#6fb0dc',
    rim: '#f3ead2',
    seed: 3,
  },
  tonnage: {
    composition: scanlines,
    motif: { glyph: 'mecha-mask', x: 0.5, y: 0.5, size: 1.22 },
    ground: '#0a0a09',
    key: '#c9c2ae',
    rim: '#ff5a36',
    seed: 2,
  },
  perihelion: {
    composition: farSun,
    motif: { glyph: 'scout-ship', x: 0.34, y: 0.3, size: 0.44, turn: 140 },
    ground: '#07080d',
    key: '#ff6a2b',
    rim: '#ffd9a0',
    seed: 3,
  },
  'pike-and-mercy': {
    composition: niche,
    motif: { glyph: 'barbute', x: 0.5, y: 0.56, size: 0.98 },
    ground: '#0c0a08',
    key: '#c79a4b',
    rim: '#8fb7ff',
    seed: 3,
  },
  'overclocked-saints': {
    composition: halftone,
    motif: { glyph: 'sharped-teeth-skull', x: 0.54, y: 0.48, size: 1.32, turn: -9 },
    ground: '#120709',
    key: '#ff4d3d',
    rim: '#1fd1c7',
    seed: 3,
  },
  broadside: {
    composition: waves,
    motif: { glyph: 'kraken-tentacle', x: 0.57, y: 0.47, size: 1.18 },
    ground: '#0a0d12',
    key: '#2f6f86',
    rim: '#ffb24a',
    seed: 5,
  },
  'second-knuckle': {
    composition: burst,
    motif: { glyph: 'brass-knuckles', x: 0.47, y: 0.57, size: 1.15, turn: 14 },
    ground: '#0e0606',
    key: '#e3202b',
    rim: '#ffd06a',
    seed: 3,
  },
  'three-rivers': {
    composition: contourMap,
    motif: { glyph: 'hydra', x: 0.36, y: 0.5, size: 1.26 },
    ground: '#060b14',
    key: '#3d7bd9',
    rim: '#e8e2c8',
    seed: 3,
  },
  'debt-to-the-lantern': {
    composition: lanternBefore('skull-crack'),
    motif: { glyph: 'old-lantern', x: 0.5, y: 0.5, size: 0.78 },
    ground: '#060a08',
    key: '#3fdc9a',
    rim: '#f2ffe6',
    seed: 3,
  },
  'neon-parish': {
    composition: scanlines,
    motif: { glyph: 'cyborg-face', x: 0.44, y: 0.5, size: 1.45 },
    ground: '#06090c',
    key: '#22c7d6',
    rim: '#ff4f7a',
    seed: 3,
  },
  'project-kestrel': {
    composition: echo,
    motif: { glyph: 'eagle-head', x: 0.42, y: 0.5, size: 0.8 },
    ground: '#090b0d',
    key: '#5f7d8c',
    rim: '#e9f4f7',
    seed: 3,
  },
}
