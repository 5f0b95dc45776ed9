import sharp from 'sharp'
import { expect, test } from 'vitest'
import { renderCover } from './artwork/artwork.ts'
import { covers } from './artwork/covers.ts'
import { glyphCoverage } from './artwork/glyph.ts'
import { postImages } from './artwork/post-images.ts'
import { demoDiscounts } from './discounts.ts'
import { demoPosts, textOf } from './posts.ts'
import { demoProducts, descriptionOf } from './products.ts'

const words = (text: string) => text.split(/\s+/).length

test.each(demoProducts.map(({ slug }) => slug))(
  '%s has a cover and a description',
  async (slug) => {
    const { motif } = covers[slug]!
    const drawn = await glyphCoverage(motif, 96, 120)
    expect(drawn.data.some((cover) => cover > 0.5)).toBe(true)
    expect(words(descriptionOf(slug))).toBeGreaterThan(150)
  },
)

test.each(demoPosts.map(({ key }) => key))('the post %s has a picture and a text', (key) => {
  expect(postImages).toHaveProperty(key)
  expect(words(textOf(key))).toBeGreaterThan(200)
})

test('every discount code belongs to an existing demo product', () => {
  const slugs = demoProducts.map(({ slug }) => slug)
  for (const { product } of demoDiscounts) expect(slugs).toContain(product)
})

test('rendering a cover twice gives the same picture', async () => {
  const [one, other] = [await renderCover('vantage-six'), await renderCover('vantage-six')]
  expect(one.equals(other)).toBe(true)
  expect(await sharp(one).metadata()).toMatchObject({ width: 960, height: 1200, format: 'png' })
})
