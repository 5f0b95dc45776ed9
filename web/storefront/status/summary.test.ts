import { expect, test } from 'vitest'
import type { ServiceStatus } from '#contract/outages/status.ts'
import { summarise } from './summary.ts'

const modules = (...states: ServiceStatus[]) =>
  states.map((status, i) => ({
    repo: `module-${i}`,
    version: '1',
    status,
    last_updated: '2026-11-21T09:30:00.000Z',
  }))

test('the summary counts the modules that are not operational', () => {
  expect(summarise(modules('operational', 'operational'))).toBe('All modules are operational.')
  expect(summarise(modules('offline', 'operational'))).toBe('1 of 2 modules is not operational.')
  expect(summarise(modules('offline', 'updating', 'maintenance'))).toBe(
    '3 of 3 modules are not operational.',
  )
})
