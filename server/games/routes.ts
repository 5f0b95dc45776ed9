import type { FastifyInstance } from 'fastify'
import { games } from '#contract/games.ts'
import { staffProducts } from '#contract/staff-products.ts'
import { mount } from '#server/kernel/mount.ts'
import { storeUpload } from '#server/kernel/uploaded-image.ts'
import { listGames, readGame } from './games.ts'
import { storeLinked } from './linked-image.ts'
import { addProduct, changeProduct, removeProduct } from './product-changes.ts'
import { listProducts, readProduct } from './products.ts'

export function gameRoutes(app: FastifyInstance) {
  const { db, storage, config } = app.shop
  mount(app, games.list, () => listGames(db))
  mount(app, games.get, ({ params }) => readGame(db, params.id))

  mount(app, staffProducts.list, ({ query }) => listProducts(db, query))
  mount(app, staffProducts.get, ({ params }) => readProduct(db, params.id))

  mount(app, staffProducts.add, async ({ body }, { user }) => {
    const { image, imageUrl, ...fields } = body
    const picture =
      image === undefined
        ? await storeLinked(db, storage, config.siteUrl, imageUrl!)
        : await storeUpload(db, storage, image)
    return addProduct(db, user, fields, picture)
  })

  mount(app, staffProducts.change, async ({ params, body }, { user }) => {
    const { image, ...changes } = body
    const picture = image === undefined ? undefined : await storeUpload(db, storage, image)
    return changeProduct(db, user, params.id, changes, picture)
  })

  mount(app, staffProducts.remove, ({ params }, { user }) => removeProduct(db, user, params.id))
}
