import { expect, test } from 'vitest'
import { readFilmAddress } from '#contract/platform/film.ts'
import { staffTexts } from '#contract/platform/staff-texts.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { pagePolicy } from '#server/shop/site/page-policy.ts'
import { landing } from './defaults/landing.ts'

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })

const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s', youtube],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', youtube],
  ['https://youtube.com/shorts/dQw4w9WgXcQ', youtube],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  [
    'https://vimeo.com/76979871/8272103f6e',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e',
  ],
  ['https://cdn.example/a/film.MP4?v=2', 'https://cdn.example/a/film.MP4?v=2'],
  ['/films/own.webm', '/films/own.webm'],
])('%s is a video', (address, src) => {
  expect(readFilmAddress(address)?.src).toBe(src)
})

test.each([
  'film.mp4',
  'http://cdn.example/film.mp4',
  'https://cdn.example/film.avi',
  'https://cdn.example; script-src https://evil.example/film.mp4',
  'https://cdn.example;script-src/film.mp4',
  'https://user:word@cdn.example/film.mp4',
  '//cdn.example/film.mp4',
  'javascript:alert(1)//film.mp4',
  'https://www.youtube.com/@channel',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://vimeo.com/channels/staffpicks',
])('%s is not a video, and is refused at its field', async (film_address) => {
  const { status, detail } = await save({ film_address })
  expect([status, detail]).toMatchObject([
    422,
    [{ loc: expect.arrayContaining(['film_address']), msg: expect.stringContaining('YouTube') }],
  ])
})

const save = (part: Partial<typeof landing>) =>
  shop.call(
    staffTexts.save,
    { body: { name: 'landing', ...landing, ...part, publish: true } },
    admin,
  )

const policy = () => pagePolicy(shop.shop, null, '')

test('the content security policy allows the host of the video until it is removed', async () => {
  const before = policy()
  await save({ film_address: 'https://youtu.be/dQw4w9WgXcQ' })
  await expect.poll(policy).toContain('frame-src https://www.youtube-nocookie.com')
  await save({ film_address: 'https://cdn.example:8443/film.mp4' })
  await expect.poll(policy).toContain("media-src 'self' https://cdn.example:8443")
  expect(policy()).not.toContain('youtube')
  await save({ film_address: '' })
  await expect.poll(policy).toBe(before)
})
