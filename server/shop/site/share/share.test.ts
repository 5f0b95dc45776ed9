import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { storeImage } from '#server/platform/media/images.ts'
import { fitTitle } from './paragraph.ts'
import { setLine } from './typeface.ts'

const shop = await fileFixture(openTestShop())

async function addImage(background: string) {
  const picture = sharp({ create: { width: 400, height: 500, channels: 3, background } })
  return storeImage(shop.db, shop.shop.storage, await picture.png().toBuffer())
}

async function read(name: string) {
  const { statusCode, headers, rawPayload } = await shop.app.inject(`/share/${name}.png`)
  return { status: statusCode, headers, png: rawPayload }
}

test('a product, listed or not, has its own picture, which follows changes', async () => {
  const id = await addProduct(shop.db, {
    slug: 'red',
    name: 'Red',
    price_cents: 999,
    hidden: true,
    image_id: await addImage('#ff0000'),
  })
  const { status, headers, png } = await read(`product-${id}`)
  expect([status, headers['content-type']]).toEqual([200, 'image/png'])
  expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
  const spot = await sharp(png).extract({ left: 1100, top: 200, width: 1, height: 1 }).raw()
  const [red, green] = await spot.toBuffer()
  expect(red).toBeGreaterThan(230)
  expect(green).toBeLessThan(30)

  await shop.db.updateTable('products').set({ name: 'Crimson' }).where('id', '=', id).execute()
  await expect.poll(async () => png.equals((await read(`product-${id}`)).png)).toBe(false)
})

test('a post has a picture once it is published', async () => {
  const { id } = await shop.db
    .insertInto('blog_posts')
    .values({ title: 'Title', content: 'Text', author: 'Ines', published_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await read(`post-${id}`)).status).toBe(404)
  await shop.db
    .updateTable('blog_posts')
    .set({ published_at: new Date(0) })
    .execute()
  await expect.poll(async () => (await read(`post-${id}`)).status).toBe(200)
})

test('the other pages share one picture, and unknown names have none', async () => {
  expect((await read('store')).status).toBe(200)
  for (const name of ['product-987654', 'product-0', 'post-x', 'other', '..%2Fx']) {
    expect((await read(name)).status, name).toBe(404)
  }
})

test('breaks a title between words, shrinks it, and finally cuts it', async () => {
  const box = { width: 500, lines: 2, sizes: [60, 30] }
  const short = await fitTitle('Counter-Strike 2', box)
  expect([short.size, short.lines.length]).toEqual([60, 2])
  const longWord = await fitTitle('Antidisestablishmentarianism', box)
  expect([longWord.size, longWord.lines.length]).toEqual([30, 2])
  const endless = await fitTitle('word '.repeat(100), box)
  expect([endless.size, endless.lines.length]).toEqual([30, 2])
  for (const line of [...short.lines, ...longWord.lines]) {
    expect(line.width).toBeLessThanOrEqual(500)
  }
})

test('draws text as shapes in every script, so that the machine needs no fonts', async () => {
  for (const text of ['Łódź “fi” – 24/7 €', 'エイム', '게임', '加载器', 'ตัวช่วย', 'सहायक', 'مساعد'])
    expect((await setLine(text, 'display', 40)).draw(0, 0), text).not.toMatch(
      /<text|d=""\/><path[^>]*d=""/,
    )
  const emoji = await setLine('🎮', 'text', 40)
  expect(emoji.width).toBeGreaterThan(0)
})

test('a letter without a font leaves no gap in a line', async () => {
  const line = await setLine('Aim ᠮ Assist', 'display', 40)
  expect(line).toMatchObject({ width: (await setLine('Aim Assist', 'display', 40)).width })
})

test('a number stays next to its right-to-left name', async () => {
  const places = async (text: string) =>
    [
      ...(await setLine(text, 'text', 40)).draw(0, 0).matchAll(/<g transform="translate\((\S+)/g),
    ].map(([, x]) => Number(x))
  // The 2 is last in the text but leftmost in the picture.
  const [two, name] = await places('עוזר כיוון 2')
  expect(two).toBe(0)
  expect(name).toBeLessThan(40)
})
