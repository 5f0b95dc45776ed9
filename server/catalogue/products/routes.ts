import type { FastifyInstance } from 'fastify'
import { products } from '#contract/catalogue/products.ts'
import { staffProducts } from '#contract/catalogue/staff-products.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { storeUpload } from '#server/platform/media/uploaded-image.ts'
import { storeLinked } from './linked-image.ts'
import { getProduct, listProducts } from './products.ts'
import { addProduct, changeProduct, removeProduct } from './staff-changes.ts'
import { getStaffProduct, listStaffProducts } from './staff-products.ts'

export function productRoutes(app: FastifyInstance) {
  const { db, storage, config } = app.shop
  mount(app, products.list, () => listProducts(db))
  mount(app, products.get, ({ params }) => getProduct(db, params.id))

  mount(app, staffProducts.list, ({ query }) => listStaffProducts(db, query))
  mount(app, staffProducts.get, ({ params }) => getStaffProduct(db, params.id))

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
