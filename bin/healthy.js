// Whether the shop in this container is ready, for the health check of its image.
export {}

const port = process.env.PORT || 3000
const answer = await fetch(`http://localhost:${port}/health/ready`).catch(() => null)
// One that only works jobs listens to nobody, and ends when it cannot go on.
const works = process.env.ROLES === 'worker'
process.exit(works || answer?.ok ? 0 : 1)
