import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const program = path.join(import.meta.dirname, 'service.js')
const npm = { ...process.env, npm_node_execpath: '/opt/node 24/bin/node' }
const unit = (...options: string[]) =>
  execFileSync(process.execPath, [program, ...options], { encoding: 'utf8', env: npm })

test('the unit starts this checkout under the Node of npm, as the named user', () => {
  const lines = unit('--user', 'shop', '--environment', '/etc/shop.env').split('\n')
  for (const line of [
    'User=shop',
    'EnvironmentFile=-/etc/shop.env',
    `WorkingDirectory=${path.resolve(import.meta.dirname, '..')}/`,
    'ExecStart="/opt/node 24/bin/node" bin/start.js',
    'Restart=always',
  ])
    expect(lines).toContain(line)
})

test.runIf(has('systemd-analyze'))('systemd has nothing to say against it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'loadout-unit-'))
  try {
    const file = path.join(folder, 'loadout.service')
    const here = unit('--user', 'root').replace('/opt/node 24/bin/node', process.execPath)
    await writeFile(file, here)
    expect(execFileSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })).toBe('')
  } finally {
    await rm(folder, { recursive: true })
  }
})

function has(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
