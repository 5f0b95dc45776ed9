/** How many cases a random test plays: some in `npm test`, all in `npm run test:all`. */
export const runs = (some: number, all: number) => (process.env.TEST_ALL ? all : some)
