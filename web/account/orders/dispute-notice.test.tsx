import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DisputeNotice } from './dispute-notice.tsx'

const textOf = (amount: number, lost: boolean) =>
  renderToStaticMarkup(
    <DisputeNotice dispute={{ effect: 'frozen', kept: 60, lost, amount }} total={60} />,
  ).replaceAll(/<[^>]*>/g, '')

test('of a part of a payment the part is named', () => {
  expect(textOf(20, true)).toContain('Your bank has taken $20.00 of this payment back')
  expect(textOf(20, true)).toContain('ask us about the rest')
  expect(textOf(20, false)).toContain('$20.00 of this payment is disputed')
  expect(textOf(60, true)).toContain('Your bank has taken this payment back')
  expect(textOf(60, false)).toContain('This payment is disputed')
})
