import { endWithParent } from './parent.js'
import { becomeServer } from './thrift.js'

// The server imports this before all else, because it can be started without `npm start`.
becomeServer()
endWithParent()
