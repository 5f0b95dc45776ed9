type Heard = {
  answered: () => unknown
  failed: (error: unknown) => unknown
}

/** Reports each outcome before the call returns. Reports may be async and must not fail. */
export function watchCalls<Adapter extends object>(
  adapter: Adapter,
  { answered, failed }: Heard,
): Adapter {
  return new Proxy(adapter, {
    get(target, property, receiver) {
      const value = Reflect.get(target, property, receiver)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const answer = value.apply(target, given)
        if (!(answer instanceof Promise)) return answer
        return answer.then(
          async (result) => {
            await answered()
            return result
          },
          async (error) => {
            await failed(error)
            throw error
          },
        )
      }
    },
  })
}
