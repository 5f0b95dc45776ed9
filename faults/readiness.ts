/** The timeout of a load balancer, in milliseconds. */
const readyWithin = 3000

/** The status of `/health/ready`, or undefined if there is no response in time. */
export async function readinessOf(url: string): Promise<number | undefined> {
  const signal = AbortSignal.timeout(readyWithin)
  const answer = await fetch(`${url}/health/ready`, { signal }).catch(() => undefined)
  return answer?.status
}
