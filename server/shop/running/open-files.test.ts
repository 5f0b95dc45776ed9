import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

/** At most `limit` files and connections. `nextLine` waits for the next line that it prints. */
function runWithOpenFiles(limit: number, program: string) {
  const child = spawn(
    'bash',
    [
      '-c',
      `ulimit -c 0; ulimit -n ${limit}; exec "$0" --input-type=module --eval "$1"`,
      process.execPath,
      program,
    ],
    { cwd: new URL('../../..', import.meta.url), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, nextLine: async () => String((await lines.next()).value) }
}

test('a process with few file descriptors outlives a thousand idle connections and answers again', async () => {
  const { child, nextLine } = runWithOpenFiles(
    256,
    `
    import { httpServer } from '#server/kernel/http/http-server.ts'
    import { renderMarkdown } from '#server/platform/media/markdown.ts'
    const server = httpServer((request, response) => {
      try {
        response.end(renderMarkdown('**shown**'))
      } catch (error) {
        response.writeHead(503).end(error.code)
      }
    }, (sentence) => console.log(sentence))
    server.listen(0, '127.0.0.1', () => console.log(server.address().port))
  `,
  )
  const port = Number(await nextLine())
  const idle = Array.from({ length: 1000 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  expect(await nextLine()).toMatch(
    /^Connections are refused because 53 are open. The limit of 256 open files allows no more. Raise it/,
  )
  const answer = () =>
    fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(1000) }).then(
      (response) => response.text(),
      () => 'refused',
    )
  await expect.poll(answer).toContain('<strong>shown</strong>')
  expect(child.exitCode ?? child.signalCode).toBeNull()
  for (const socket of idle) socket.destroy()
})

test('without free file descriptors, rendering a text throws an error and the process continues', async () => {
  const { child, nextLine } = runWithOpenFiles(
    128,
    `
    import { closeSync, openSync } from 'node:fs'
    import { renderMarkdown } from '#server/platform/media/markdown.ts'
    const attempt = () => {
      try {
        return renderMarkdown('**shown**')
      } catch (error) {
        return error.code
      }
    }
    const opened = []
    try {
      for (;;) opened.push(openSync('/dev/null'))
    } catch {}
    const without = attempt()
    for (const descriptor of opened) closeSync(descriptor)
    console.log(without + ' ' + attempt())
  `,
  )
  expect((await nextLine()).trim()).toBe('EMFILE <p><strong>shown</strong></p>')
  if (child.exitCode === null) await once(child, 'exit')
  expect(child.exitCode).toBe(0)
})
