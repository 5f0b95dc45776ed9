// Whether the shop in this container is ready, for the health check of its image. Not by name: an image
// need not know what localhost is.
export {}

const port = process.env.PORT || 3000
const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
// One that only works jobs listens to nobody, and ends when it cannot go on.
const works = process.env.ROLES === 'worker'
process.exit(works || answer?.ok ? 0 : 1)
