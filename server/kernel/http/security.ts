import type { FastifyInstance } from 'fastify'

/** Pages never use these, so injected code cannot either. Payment is left to Stripe's frames. */
const features = ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'magnetometer']
  .concat('microphone', 'midi', 'usb', 'browsing-topics')
  .map((feature) => `${feature}=()`)
  .join(', ')

export function denyFeatures(app: FastifyInstance) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', features)
    done()
  })
}

/** API responses are data: opened as a page, they must not run, load or frame anything. */
export function runNothing(app: FastifyInstance) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    done()
  })
}
