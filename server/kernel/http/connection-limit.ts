import type { Server } from 'node:http'

/** A browser opens six connections for a page. Each takes a few kilobytes and a file descriptor. */
const mostConnections = 10_000
const fewestConnections = 16
/** File descriptors for the database, providers, the program itself and its log. */
const reserved = 150
const freeEvery = 1000
const logEvery = 60_000

function openFilesLimit(): number {
  // Otherwise the report looks up the names of all addresses that the process is connected to.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } }
  }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/** Each connection may need a second descriptor, for the file that is sent or received over it. */
const connectionsFor = (openFiles: number) =>
  Math.min(mostConnections, Math.max(fewestConnections, Math.floor((openFiles - reserved) / 2)))

/** Refuses connections and closes idle ones before descriptors run out: Node.js would abort. */
export function limitConnections(
  server: Server,
  { closeIdle, warn }: { closeIdle: () => void; warn: (sentence: string) => void },
) {
  const openFiles = openFilesLimit()
  server.maxConnections = connectionsFor(openFiles)
  let freed = Number.NEGATIVE_INFINITY
  let warned = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    const now = performance.now()
    if (now - freed >= freeEvery) {
      freed = now
      closeIdle()
    }
    if (now - warned < logEvery) return
    warned = now
    const advice =
      server.maxConnections < mostConnections
        ? `. The limit of ${openFiles} open files allows no more. Raise it (LimitNOFILE in systemd, ulimit -n in a shell, --ulimit in a container)`
        : ''
    warn(
      `Connections are refused because ${server.maxConnections} are open${advice}. Idle ones are closed.`,
    )
  })
}
