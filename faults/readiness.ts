/** What a load balancer waits for at most, in milliseconds. */
const readyWithin = 3000

/** The status of `/health/ready`; undefined if no answer comes in time. */
export async function readinessOf(url: string): Promise<number | undefined> {
  const signal = AbortSignal.timeout(readyWithin)
  const answer = await fetch(`${url}/health/ready`, { signal }).catch(() => undefined)
  return answer?.status
}
