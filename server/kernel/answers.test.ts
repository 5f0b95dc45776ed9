import { expect, test } from 'vitest'
import { keepAnswers, makeAnswer } from './answers.ts'
import type { Topic } from './changes.ts'

function changes() {
  const listeners: ((topic: Topic) => void)[] = []
  return {
    on: (listener: (topic: Topic) => void) => void listeners.push(listener),
    emit: (topic: Topic) => {
      for (const listener of listeners) listener(topic)
    },
    stop: async () => {},
  }
}

test('an answer is dropped with what it was made from, and all of them with the settings', async () => {
  const { emit, ...rest } = changes()
  const answers = keepAnswers({ emit, ...rest })
  const answer = await makeAnswer('text', { 'content-type': 'text/html' })
  await answers.findOrMake('store', ['catalogue'], async () => answer)
  await answers.findOrMake('faq', [], async () => answer)
  emit('blog')
  expect([answers.find('store'), answers.find('faq')]).toEqual([answer, answer])
  emit('catalogue')
  expect([answers.find('store'), answers.find('faq')]).toEqual([undefined, answer])
  emit('settings')
  expect(answers.find('faq')).toBeUndefined()
})

test('pictures are not compressed again', async () => {
  const picture = await makeAnswer(Buffer.from('pixels'), { 'content-type': 'image/png' })
  expect([picture.brotli, picture.gzip, picture.headers.vary]).toEqual(Array(3).fill(undefined))
  const text = await makeAnswer('text', { 'content-type': 'text/html' })
  expect([text.brotli, text.gzip]).toEqual([expect.any(Buffer), expect.any(Buffer)])
})
