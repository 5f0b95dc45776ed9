import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DisputeNotice } from './dispute-notice.tsx'

const textOf = (amount: number, lost: boolean, refunded = 0) =>
  renderToStaticMarkup(
    <DisputeNotice
      dispute={{ effect: 'frozen', kept: 60, lost, amount }}
      of={{ total_price: 60, refunded }}
    />,
  ).replaceAll(/<[^>]*>/g, '')

test('a dispute about part of a payment names the part and says that the rest continues', () => {
  expect(textOf(20, true)).toContain('Your bank has taken $20.00 of this payment back')
  expect(textOf(20, true)).toContain('ask us about the rest')
  expect(textOf(20, false)).toContain('$20.00 of this payment is disputed')
  expect(textOf(20, false)).toContain('the rest of the order continues')
  expect(textOf(60, true)).toContain('Your bank has taken this payment back')
  expect(textOf(60, true)).not.toContain('the rest')
  expect(textOf(60, false)).toContain('This payment is disputed')
  expect(textOf(60, false)).not.toContain('the rest')
})

test('a dispute about everything that was not refunded mentions no rest', () => {
  expect(textOf(40, true, 20)).toContain('Your bank has taken $40.00 of this payment back')
  expect(textOf(40, true, 20)).not.toContain('the rest')
  expect(textOf(40, false, 20)).not.toContain('the rest')
})
