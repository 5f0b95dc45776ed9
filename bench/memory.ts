/** Resident memory of the server in megabytes, as the server reports it. */
export async function measureMemory(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const bytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)![1])
  return Math.round(bytes / 1_000_000)
}
