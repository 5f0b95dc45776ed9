import { expect, test } from 'vitest'
import { groupFooterLinks } from './footer-links.ts'

const labels = (...given: Parameters<typeof groupFooterLinks>) =>
  Object.fromEntries(
    groupFooterLinks(...given).map(({ title, links }) => [title, links.map(({ label }) => label)]),
  )

test('links are grouped by target, and the links to support and legal pages are always present', () => {
  const links = [
    { label: 'Store', to: '/store' },
    { label: 'Blog', to: '/blog' },
    { label: 'Status', to: '/status' },
    { label: 'Write', to: 'mailto:a@example.com' },
    { label: 'Forum', to: 'https://forum.example.com' },
    { label: 'Sale', to: '/campaign?code=X' },
  ]
  expect(labels(links, 'https://discord.example.com')).toEqual({
    Shop: ['Store', 'Sale'],
    Help: ['Status', 'Write', 'Contact Support'],
    Community: ['Blog', 'Forum', 'Discord'],
    Legal: ['Terms', 'Refunds', 'Privacy'],
  })
  expect(labels([{ label: 'Imprint and terms', to: '/terms' }], null)).toEqual({
    Help: ['Contact Support'],
    Legal: ['Imprint and terms', 'Refunds', 'Privacy'],
  })
  expect(Object.keys(labels([], null))).toEqual(['Help', 'Legal'])
})
