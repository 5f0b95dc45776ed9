import sharp from 'sharp'
import { expect, test } from 'vitest'
import { staffProducts } from '#contract/catalogue/staff-products.ts'
import { imageTooLarge, notAnImage } from '#contract/wire/image-upload.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { dataUrl, newPicture, newUpload } from '#server/kernel/testing/picture.ts'
import { sentence as sentenceOf } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { admin: true })

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()

async function add(more: object = {}) {
  const body = { name: 'Pictured', price: 1, image: await newUpload(), ...more }
  return shop.call(staffProducts.add, { body }, staff)
}

test('refuses pictures above 5 MB, files that are no image, and drawings', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
  const broken = (await newPicture()).subarray(0, 60)
  for (const [image, sentence] of [
    [dataUrl(Buffer.alloc(5 * 1024 * 1024 + 1)), sentenceOf('image_too_large')],
    [dataUrl(Buffer.alloc(5.5 * 1024 * 1024)), sentenceOf('image_too_large')],
    [dataUrl(Buffer.from('<html>')), notAnImage],
    [dataUrl(Buffer.alloc(0)), notAnImage],
    [dataUrl(svg, 'image/svg+xml'), notAnImage],
    [dataUrl(Buffer.from('GIF89a'), 'image/gif'), notAnImage],
    [dataUrl(await flat(1, 1)), expect.stringContaining('at least 32 pixels')],
    [dataUrl(await flat(40, 16_000)), expect.stringContaining('ten times as long')],
    [dataUrl(broken), sentenceOf('image_damaged')],
  ] as const) {
    const { status, detail } = await add({ image })
    expect([status, detail]).toMatchObject([422, [{ loc: ['body', 'image'], msg: sentence }]])
  }
  const huge = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/games',
    headers: { cookie: staff.cookie, 'content-type': 'application/json' },
    payload: `"${'x'.repeat(8 * 1024 * 1024)}"`,
  })
  expect([huge.statusCode, huge.json().detail]).toEqual([422, imageTooLarge])
})

test('accepts an image URL of the store, and refuses one of a private network', async () => {
  const { body } = await add()
  const again = await add({ image: undefined, imageUrl: body.imageUrl! })
  expect([again.status, again.body.imageUrl]).toEqual([201, body.imageUrl])
  for (const [imageUrl, sentence] of [
    ['http://127.0.0.1:1/a.png', sentenceOf('image_url_not_public')],
    ['ftp://example.com/a.png', sentenceOf('bad_image_url')],
  ]) {
    const { status, detail } = await add({ image: undefined, imageUrl })
    expect([status, detail]).toMatchObject([422, [{ loc: ['body', 'imageUrl'], msg: sentence }]])
  }
})
