import { hex } from './colour.ts'
import { covers } from './covers.ts'
import { paint } from './paint.ts'
import { postImages } from './post-images.ts'
import type { Piece } from './scene.ts'

/**
 * Paints the cover of a demo product: a PNG of 960 × 1200 pixels. The result is the same on every
 * run.
 */
export function renderCover(slug: string): Promise<Buffer> {
  const piece = covers[slug]
  if (!piece) throw new Error(`No cover is composed for ${slug}`)
  return render(piece, 960, 1200)
}

/** Paints the picture above a demo blog post: a PNG of 1280 × 720 pixels. */
export function renderPostImage(name: string): Promise<Buffer> {
  const piece = postImages[name]
  if (!piece) throw new Error(`No picture is composed for the post ${name}`)
  return render(piece, 1280, 720)
}

async function render(piece: Piece, width: number, height: number): Promise<Buffer> {
  const shader = await piece.composition({
    width,
    height,
    motif: piece.motif,
    ground: hex(piece.ground),
    key: hex(piece.key),
    rim: hex(piece.rim),
    seed: piece.seed,
  })
  return paint(width, height, shader)
}
